// This file tells whether the ports of svc dev are free.

package doctor

import (
	"context"
	"fmt"
	"strings"
)

// Ports that svc dev takes unless it is told otherwise: its server, and its log listener (spec, Limits).
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
		return warning(strings.Join(taken, " and ")+
			" taken", "another program listens there; svc dev takes the next free port, and URLs that name these do not reach it",
			"end that program, or choose with svc dev --port and --svc-log-port")
	}
	return ok("8787 and 9099 are free")
}
