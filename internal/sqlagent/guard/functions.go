package guard

import (
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/mysql"
	driver "github.com/pingcap/tidb/pkg/parser/test_driver"

	"burrow/internal/say"
)

// allowed are the functions that a query may call: they read their arguments and nothing
// else, in time that does not grow beyond their length. Not on the list, beside what
// reads files, sleeps, locks or tells of the server: functions that make long texts from
// short ones (REPEAT, SPACE, LPAD, RPAD), decrypt, change JSON or return other rows'
// identifiers.
var allowed = setOf(`
	coalesce greatest least if ifnull nullif isnull interval any_value grouping
	abs acos asin atan atan2 ceil ceiling conv cos cot crc32 degrees exp floor ln log log2 log10 mod pi pow power
	radians rand round sign sin sqrt tan truncate bit_count
	adddate addtime convert_tz curdate current_date current_time current_timestamp curtime date date_add date_format
	date_sub datediff day dayname dayofmonth dayofweek dayofyear extract from_days from_unixtime hour last_day
	localtime localtimestamp makedate maketime microsecond minute month monthname now period_add period_diff quarter
	sec_to_time second str_to_date subdate subtime time time_format time_to_sec timediff timestamp timestampadd
	timestampdiff to_days to_seconds unix_timestamp utc_date utc_time utc_timestamp week weekday weekofyear year yearweek
	ascii bin bit_length char_length character_length concat concat_ws elt field find_in_set format hex insert_func
	instr lcase left length locate lower ltrim mid oct octet_length ord position quote replace reverse right rtrim
	soundex strcmp substr substring substring_index trim ucase unhex upper convert
	md5 sha sha1 sha2 is_ipv4 is_ipv6 inet_aton inet_ntoa is_uuid
	json_array json_contains json_contains_path json_depth json_extract json_keys json_length json_memberof json_object
	json_overlaps json_quote json_search json_type json_unquote json_valid json_value
	regexp_like
`)

// aggregating are the functions over groups and windows.
var aggregating = setOf(`
	count sum avg min max group_concat bit_and bit_or bit_xor var_pop var_samp variance stddev_pop stddev_samp stddev std
	json_arrayagg json_objectagg
	row_number rank dense_rank cume_dist percent_rank ntile lag lead first_value last_value nth_value
`)

// literals are functions that the parser makes of DATE '2024-01-01'.
var literals = map[string]bool{ast.DateLiteral: true, ast.TimeLiteral: true, ast.TimestampLiteral: true}

func setOf(list string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(list) {
		set[w] = true
	}
	return set
}

// call checks a function.
func (c *check) call(e ast.ExprNode, s *scope) {
	switch n := e.(type) {
	case *ast.FuncCallExpr:
		c.function(n, s)
	case *ast.FuncCastExpr:
		n.Expr = c.expr(n.Expr, s)
		c.cast(n)
	case *ast.AggregateFuncExpr:
		if !aggregating[fold(n.F)] {
			c.noFunction(n.F)
		}
		c.aggregate(n, s)
		if n.Order != nil {
			c.items(n.Order.Items, s)
		}
	case *ast.WindowFuncExpr:
		if !aggregating[fold(n.Name)] || n.FromLast || n.IgnoreNull {
			c.noFunction(n.Name)
		}
		c.exprs(n.Args, s)
		c.window(&n.Spec, s)
	}
}

func (c *check) function(n *ast.FuncCallExpr, s *scope) {
	if n.Schema.L != "" || !allowed[n.FnName.L] && !literals[n.FnName.L] {
		c.noFunction(n.FnName.O)
		return
	}
	// Printed as a word and not as a quoted name, which servers look for among stored
	// functions too.
	n.Tp = ast.FuncCallExprTypeKeyword
	switch n.FnName.L {
	case ast.Convert:
		n.Args[0] = c.expr(n.Args[0], s)
		name, _ := n.Args[1].(*driver.ValueExpr)
		c.charset(name.GetString())
		return
	case ast.RegexpLike:
		if len(n.Args) != 2 {
			c.noFunction(n.FnName.O)
			return
		}
		n.Args[0], n.Args[1] = c.expr(n.Args[0], s), c.pattern(n.Args[1])
		return
	}
	if n.FnName.L == ast.InsertFunc {
		n.FnName.O = "INSERT" // the parser prints its own name
	}
	c.exprs(n.Args, s)
}

func (c *check) noFunction(name string) {
	c.refuse(Function, say.T("The function '{name}' is not allowed.", "name", name), "")
}

// cast checks the type that a value is made into.
func (c *check) cast(n *ast.FuncCastExpr) {
	switch n.Tp.GetType() {
	case mysql.TypeLonglong, mysql.TypeNewDecimal, mysql.TypeDouble, mysql.TypeFloat, mysql.TypeVarString, mysql.TypeString,
		mysql.TypeDate, mysql.TypeDatetime, mysql.TypeDuration, mysql.TypeYear, mysql.TypeJSON:
		if n.ExplicitCharSet {
			c.charset(n.Tp.GetCharset())
		}
		if !n.Tp.IsArray() {
			return
		}
	}
	c.refuse(Expression, say.T("The query makes a value into a type that is not allowed."), "")
}
