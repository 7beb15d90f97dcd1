package crash

import (
	_ "embed" // the modules
	"slices"
	"strings"

	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/internal/workerd"
	"github.com/appsvc/svc/test/conformance"
)

//go:embed modules/app.js
var appModule string

//go:embed modules/main.js
var mainModule string

//go:embed modules/control.js
var controlModule string

// controlService is the worker of this test that calls actors.
const controlService = "svc-control"

const outsideService = "outside"

// edgeConfig returns the app as deployed. A module of this test wraps each main module.
func edgeConfig(v *conformance.Variant, outside, folder string) workerd.Config {
	services := v.EdgeServices(outsideService)
	for i := range services {
		text := strings.ReplaceAll(mainModule, "RUN_HEADER", runHeader)
		if services[i].Flags = []string{"nodejs_als"}; services[i].Actors != nil {
			text, services[i].Flags = appModule, nil
		}
		services[i].Modules = slices.Insert(services[i].Modules, 0, workerd.Module{Name: "crash.js", Text: []byte(text)})
	}
	control := workerd.Service{
		Name: controlService, Modules: []workerd.Module{{Name: "control.js", Text: []byte(controlModule)}},
		Flags: []string{"service_binding_extra_handlers"},
		Bindings: []workerd.Binding{
			{Name: "INSTALL", Class: "InstallActor", Service: services[len(services)-1].Name},
			{Name: "PROJECT", Class: projectActor, Service: services[len(services)-1].Name},
			{Name: "MAIN", Service: services[0].Name},
		},
	}
	return workerd.Config{
		CompatibilityDate: platform.CompatibilityDate, Disk: folder, Services: append(services, control),
		Outsides: []workerd.Outside{{Name: outsideService, Address: outside, Header: "X-Crash", Value: "1"}},
	}
}
