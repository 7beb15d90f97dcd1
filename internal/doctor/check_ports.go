package doctor

import (
	"context"
	"fmt"
	"strings"
)

// devPorts are the default ports of svc dev: its server, and its log listener (spec, Limits).
var devPorts = [...]int{8787, 9099}

func checkPorts(_ context.Context, w *World) Result {
	if w.Serving != "" {
		return ok("svc dev serves this folder at " + w.Serving)
	}
	var taken []string
	for _, port := range devPorts {
		if w.Listen(port) != nil {
			taken = append(taken, fmt.Sprint(port))
		}
	}
	if len(taken) > 0 {
		return warning(
			"in use: "+strings.Join(taken, ", "),
			"another program listens there: svc dev uses the next free port, and URLs with these ports do not reach it",
			"end that program, or choose other ports with svc dev --port and --svc-log-port",
		)
	}
	return ok(fmt.Sprintf("%d and %d are free", devPorts[0], devPorts[1]))
}
