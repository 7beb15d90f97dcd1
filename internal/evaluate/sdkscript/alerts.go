package sdkscript

import (
	"sync"

	"github.com/dop251/goja"

	"github.com/appsvc/svc/internal/alertexpr"
)

// alertParser compiles the parser of alert expressions once. It is a sixth of the SDK, and few apps have alerts.
var alertParser = sync.OnceValues(func() (*Compiled, error) {
	script, err := alertexpr.Parser()
	if err != nil {
		return nil, err
	}
	return Compile(script)
})

// AlertParser returns the parser of alert expressions if the script lacks it, else nil. Code of the project cannot
// reach it.
func (c *Compiled) AlertParser(rt *goja.Runtime) (parse goja.Callable, err error) {
	if c.whole == nil {
		return nil, nil
	}
	parser, err := alertParser()
	if err != nil {
		return nil, err
	}
	if _, err := rt.RunProgram(parser.Program); err != nil {
		return nil, err
	}
	global := rt.GlobalObject()
	parse, _ = goja.AssertFunction(global.Get(alertexpr.ParserFunction))
	return parse, global.Delete(alertexpr.ParserFunction)
}
