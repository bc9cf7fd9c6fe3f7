package understand

var spanish = language{
	patterns: `me llamo = ^
soy = ^
?no soy L .
soy alérgico|alérgica a|al _ .
tengo = # años
vivo en = ^ .
trabajo como = +
tengo un|una|# K
mi K ?^ tiene = # años
mi K se llama = ^
responde siempre !
recuerda que > !`,
	lists: `
K esposa esposo marido hijo hija hijos hijas perro gato 
L vegetariano vegetariana vegano vegana celíaco celíaca diabético diabética casado casada 
`,
	numbers: " dos tres cuatro cinco seis siete ocho nueve diez ",
	openers: " hola ",
	self:    " me soy mi vivo tengo trabajo ",
	and:     " y ",
	ends:    " pero que dónde ",
	others:  " necesito quiero ",
	passing: " si este esta hoy ",
	tasks:   " traduce corrige resume poema historia texto papel ",
	stages:  " si imagina ",
	over:    "ya no",
	small:   " soy un una no ",
}
