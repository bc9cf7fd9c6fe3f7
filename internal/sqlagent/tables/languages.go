package tables

// translations are words of other languages for what databases are about. Each line is one
// word of English and what German, Italian, Spanish, French, Vietnamese and Chinese say,
// without marks on letters. Vietnamese words of two syllables are written as one.
const translations = `
customer kunde kunden kundin cliente clienti clientes client clients khachhang 客户 顾客
employee mitarbeiter mitarbeiterin angestellte beschaftigte dipendente dipendenti impiegato impiegati empleado empleados employe employes nhanvien 员工 雇员
technician techniker technikerin monteur tecnico tecnici tecnicos technicien techniciens kythuat 技术
person personen leute persona persone personas personne personnes nguoi 人员
user benutzer nutzer utente utenti usuario usuarios utilisateur utilisateurs nguoidung 用户
supplier lieferant lieferanten fornitore fornitori proveedor proveedores fournisseur fournisseurs nhacungcap 供应 供应商
product produkt produkte artikel ware prodotto prodotti producto productos produit produits sanpham 产品 商品
order auftrag auftrage bestellung bestellungen ordine ordini pedido pedidos commande commandes donhang 订单
work arbeit arbeiten arbeitsauftrag lavoro lavori intervento interventi trabajo trabajos travail travaux congviec 工作 工单
invoice rechnung rechnungen fattura fatture factura facturas facture factures hoadon 发票
payment zahlung zahlungen pagamento pagamenti pago pagos paiement paiements thanhtoan 付款 支付
method metodo metodi forma formas methode methodes phuongthuc 方式 方法
price preis preise prezzo prezzi precio precios 价格
cost kosten costo costi coste costes cout couts chiphi 成本 费用
expense spesen ausgabe ausgaben spesa spese gasto gastos depense depenses 支出
amount betrag summe importo importe montant sotien 金额
salary gehalt gehalter lohn lohne stipendio stipendi sueldo salario salaire salaires luong 工资
hour stunde stunden arbeitsstunden ora hora horas heure heures 小时 工时
department abteilung abteilungen reparto reparti departamento departamentos departement departements phongban 部门
company firma unternehmen gesellschaft azienda aziende societa empresa empresas entreprise entreprises societe congty 公司
branch filiale filialen niederlassung niederlassungen sede sedi filiali sucursal sucursales agence agences succursale chinhanh 分公司 分店
location standort standorte luogo luoghi ubicacion lieux diadiem 地点 位置
address adresse adressen anschrift indirizzo indirizzi direccion direcciones adresses diachi 地址
city stadt stadte citta ciudad ciudades ville villes thanhpho 城市
country lander paese paesi pais paises quocgia 国家
vehicle fahrzeug fahrzeuge veicolo veicoli vehiculo vehiculos vehicule vehicules 车辆
asset anlage anlagen gerat gerate impianto impianti equipo equipos equipement equipements thietbi 设备
inspection prufung prufungen inspektion ispezione ispezioni inspeccion inspecciones kiemtra 检查
maintenance wartung wartungen manutenzione mantenimiento entretien baotri 维护
request anfrage anfragen richiesta richieste solicitud solicitudes demande demandes yeucau 请求
complaint beschwerde beschwerden reklamation reclamo reclami queja quejas reclamation reclamations khieunai 投诉
contract vertrag vertrage contratto contratti contrato contratos contrat contrats hopdong 合同
appointment termin termine appuntamento appuntamenti cita citas rendezvous cuochen 预约
training schulung schulungen formazione formacion daotao 培训
course kurs kurse corso corsi curso cursos cours khoahoc 课程
certificate zertifikat zertifikate certificato certificati certificado certificados certificat certificats chungchi 证书
skill fahigkeit fahigkeiten competenza competenze habilidad habilidades competence competences kynang 技能
leave urlaub ferie ferien vacaciones permiso permisos conge conges nghiphep 休假
part teil teile ersatzteil ersatzteile pezzo pezzi pieza piezas phutung 零件
stock lager bestand magazzino almacen existencias khohang 库存
team mannschaft squadra squadre grupo equipe equipes doinhom 团队
student schuler studenten studente studenti estudiante estudiantes alumno alumnos etudiant etudiants eleve eleves sinhvien hocsinh 学生
teacher lehrer lehrerin insegnante insegnanti profesor profesores professeur professeurs giaovien 老师 教师
school schule schulen scuola scuole escuela escuelas ecole ecoles truonghoc 学校
book buch bucher libro libri libros livre livres 书籍
author autor autoren autore autori autores auteur auteurs tacgia 作者
doctor arzt arzte medico medici medicos medecin medecins bacsi 医生
patient patienten paziente pazienti paciente pacientes benhnhan 患者
date datum fecha fechas ngay 日期
year jahr jahre anno anni ano anos annee annees 年度
month monat monate mese mesi meses mois 月份
household haushalt haushalte famiglia famiglie hogar hogares menage menages hogiadinh 家庭
region regione regioni regiones khuvuc 地区
group gruppe gruppen gruppo gruppi grupos groupe groupes 集团
type kategorie kategorien tipo tipi tipos loai 类型 类别
status zustand stato estado etat trangthai 状态
`

// asTranslation is what a word of another language counts for.
const asTranslation = .9
