package understand

var spanish = language{
	patterns: `me llamo = ^
mi nombre es = ^
llámame = ^
?no soy ?un|una L .
soy alérgico|alérgica|intolerante a|al _ .
tengo = # años
vivo en = +
soy de = ^ .
trabajo como|de = +
trabajo en|para = +
hablo español|inglés|francés|alemán|italiano|portugués|catalán .
tengo un|una|# K
no como|bebo +
no me gusta|gustan +
me gusta|gustan|encanta|encantan +
prefiero +
mi|mis K ?^ tiene|tienen = # años
mi K ?^ es L .
mi K se llama = ^
mi cumpleaños es ?el = +
responde|respóndeme|contesta|escribe siempre|solo !
usa siempre !
nunca uses !
no uses nunca !
a partir|partir de|ahora ?ahora !
de ahora en adelante !
recuerda que > !
ten en cuenta que > !`,
	lists: `
K esposa esposo mujer marido hijo hija hijos hijas madre padre hermana hermano pareja novia novio abuela abuelo perro perra gato gata 
L vegetariano vegetariana vegano vegana celíaco celíaca celiaco celiaca diabético diabética daltónico daltónica zurdo zurda diestro sordo sorda ciego ciega casado casada divorciado divorciada viudo viuda jubilado jubilada enfermero enfermera médico médica profesor profesora abogado abogada ingeniero ingeniera estudiante español española mexicano mexicana argentino argentina colombiano colombiana católico católica musulmán musulmana judío judía 
`,
	numbers: " un uno una dos tres cuatro cinco seis siete ocho nueve diez once doce ",
	openers: " hola ok entonces y pero sí no gracias perdón por cierto como ya que yo ",
	self:    " yo me soy mi vivo tengo trabajo no ",
	and:     " y e o no ",
	ends:    " pero porque así dónde donde que qué cuál cómo cuando si quiero necesito busco puedes podrías ",
	others:  " ella él necesito quiero busco me tengo ",
	vague:   " este esta esto ese esa eso el la los las un una tu tú que si mucho muy ",
	passing: " tú tu este esta esto eso hoy ahora mañana ayer si sería seguro segura ",
	tasks:   " traduce traducir traducción corrige corregir reescribe reformula resume resumir resumen poema historia cuento canción papel texto párrafo frase novela chiste estimado estimada querido querida ",
	stages:  " tú eres imagina supón supongamos si finge ",
	over:    "ya no",
	small:   " soy es un una mi mis el la a en de y no me ",
	things:  " proyecto cliente proveedor | empresa equipo producto jefe jefa colega amigo amiga esposa marido hijo hija madre padre hermana hermano perro gato ",
}
