package appworker

import (
	"errors"
	"net"
	"strings"
	"testing"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/control"
)

func TestFixOfAnUnreachableAppWorkerDependsOnItsHost(t *testing.T) {
	for want, cause := range map[string]error{
		"wait some minutes if it is new": &net.DNSError{Name: "shop.example", IsNotFound: true},
		"the origin of the app worker":   errors.New("the response is not JSON"),
	} {
		err := (&Target{}).Error(&control.UnreachableError{Origin: "https://shop.example", Err: cause})
		shown, ok := errors.AsType[*cli.Error](err)
		if !ok || shown.Code != cli.ExitRemote || !strings.Contains(shown.Fix, want) {
			t.Errorf("%v: %+v, want the fix %q", cause, shown, want)
		}
	}
}
