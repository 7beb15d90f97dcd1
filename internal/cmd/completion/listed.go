package completion

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"time"

	"github.com/spf13/cobra"

	"github.com/appsvc/svc/internal/cli"
)

// networkTime and localTime are the time limits of a list of a deployed app, and of one of this machine. A person waits
// for it. The local state always answers, but late if the machine is busy.
const (
	networkTime = 3 * time.Second
	localTime   = 30 * time.Second
)

// listWait is how much longer a process that the command started may hold its output.
const listWait = 200 * time.Millisecond

// places are the flags that say where a list is. The line that is completed may have them.
var places = []string{"dir", "profile", "env", "url", "install"}

// list is a command that lists what other commands take: its words, the member of its document with the list, and the
// members of an element with the name and its description, "" for none.
type list struct {
	command             []string
	member, name, about string
}

var (
	installs   = list{[]string{"installs", "list"}, "installs", "id", "state"}
	failures   = list{[]string{"errors"}, "errors", "fingerprint", "message"}
	deliveries = list{[]string{"deliveries", "list"}, "deliveries", "id", "target"}
	calls      = list{[]string{"later", "list"}, "calls", "id", "capability"}
	poisonRows = list{[]string{"sync", "poison", "list"}, "rows", "id", "reason"}
	actors     = list{[]string{"dev", "state", "list"}, "actors", "actor", ""}
	storeKeys  = list{[]string{"dev", "store", "list"}, "entries", "key", ""}
	flagKeys   = list{[]string{"dev", "flags", "list"}, "flags", "key", "type"}
	runs       = list{[]string{"dev", "runs"}, "runs", "invocation", "capabilityId"}
	deploys    = list{[]string{"deploys"}, "deploys", "id", "outcome"}
)

// words runs the list where the completed line is about, as its user could. It offers nothing if the list fails.
func (l list) words(env *cli.Env, cmd *cobra.Command) (names []string) {
	program, err := os.Executable()
	if err != nil {
		return nil
	}
	args := append(append([]string{}, l.command...), "--json")
	limit := localTime
	for _, name := range places {
		flag := cmd.Flags().Lookup(name)
		isItself := name == "install" && l.member == installs.member
		if flag != nil && flag.Changed && !isItself {
			args = append(args, "--"+name+"="+flag.Value.String())
			if name == "env" || name == "url" {
				limit = networkTime
			}
		}
	}
	ctx, cancel := context.WithTimeout(cmd.Context(), limit)
	defer cancel()
	asked := exec.CommandContext(ctx, program, args...)
	asked.Dir = env.Dir
	asked.WaitDelay = listWait
	text, err := asked.Output()
	if err != nil {
		return nil
	}
	var document map[string]json.RawMessage
	var elements []map[string]any
	if json.Unmarshal(text, &document) != nil || json.Unmarshal(document[l.member], &elements) != nil {
		return nil
	}
	for _, element := range elements {
		name, _ := element[l.name].(string)
		about, _ := element[l.about].(string)
		names = append(names, described(name, about))
	}
	return names
}
