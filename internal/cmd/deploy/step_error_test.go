package deploy

import (
	"errors"
	"net"
	"strings"
	"testing"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/appbuild"
	"github.com/appsvc/svc/internal/deploy/health"
	"github.com/appsvc/svc/internal/deploy/step"
)

func TestFixOfAFailedHealthCheckDependsOnTheHost(t *testing.T) {
	for want, cause := range map[string]error{
		"deploy again in some minutes": &net.DNSError{Name: "shop.example", IsNotFound: true},
		"fix the worker":               errors.New("it answered 500"),
	} {
		j := &job{checked: &appbuild.Builder{Dir: t.TempDir()}}
		err := j.stepError(&step.Error{}, &health.Error{Script: "shop", Origin: "https://shop.example", Err: cause})
		shown, ok := errors.AsType[*cli.Error](err)
		if !ok || shown.Code != cli.ExitRemote || !strings.Contains(shown.Fix, want) {
			t.Errorf("%v: %+v, want the fix %q", cause, shown, want)
		}
	}
}
