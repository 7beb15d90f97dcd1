package served

import (
	"encoding/json"
	"net/url"
	"path"
	"strings"

	"github.com/appsvc/svc/internal/lazyregexp"
)

// repeatable are the arguments of 'svc dev invoke' that repeat a run. Nil members have the defaults of the command.
type repeatable struct {
	target, kind, surface  string
	input, object, install json.RawMessage
	// again runs a trigger for the same events.
	again bool
}

// invokeSurfaces are the values of --surface by the surface of a run. The other surfaces are defaults.
var invokeSurfaces = map[string]string{"agent": "agent", "invoke": "invoke", "batched-action": "batched"}

// command returns the command that repeats the run, or "" if its request was too long to keep. The dashboard makes the
// same one (dashboard/src/run.ts).
func (r *pastRun) command() string {
	if r.Request == nil || len(r.Request.Body) == 0 && r.Kind != "sync" {
		return ""
	}
	of := repeatable{target: r.Worker + "/" + r.CapabilityID, kind: r.Kind, surface: invokeSurfaces[r.Surface]}
	if r.Portal != nil {
		of.install, _ = json.Marshal(map[string]int64{"portalId": *r.Portal}) // has a JSON form
	}
	of.fill(r)
	return of.String()
}

// fill sets what the request of the run has carried.
func (of *repeatable) fill(r *pastRun) {
	body := r.Request.Body
	var members struct {
		Events, Input, InputFields, Fields json.RawMessage
		Inputs                             []json.RawMessage
		Object                             *struct {
			ObjectID, ID json.RawMessage
			ObjectType   string
		}
	}
	if r.Surface == "batched-action" && json.Unmarshal(body, &members) == nil && len(members.Inputs) > 0 {
		body = members.Inputs[0]
	}
	switch _ = json.Unmarshal(body, &members); { // a list of events has no members
	case r.Surface == "push":
		if at, err := url.Parse(r.Request.URL); err == nil {
			of.target = r.Worker + "/" + path.Base(at.Path)
		}
		of.kind, of.surface, of.input = "source", "", body
	case r.Kind == "trigger":
		of.input, of.again = firstOf(members.Events, body), true
	case r.Kind == "sync":
	case r.Kind == "cardBackend":
		of.input = members.Input
	default:
		of.input = firstOf(members.Input, members.InputFields, members.Fields)
		if record := members.Object; record != nil {
			id := strings.Trim(string(firstOf(record.ObjectID, record.ID)), `"`)
			of.object, _ = json.Marshal(map[string]string{"id": id, "objectType": record.ObjectType}) // as above
		}
	}
}

func firstOf(texts ...json.RawMessage) json.RawMessage {
	for _, text := range texts {
		if len(text) > 0 {
			return text
		}
	}
	return nil
}

// String returns the command for a POSIX shell.
func (of *repeatable) String() string {
	words := []string{"svc", "dev", "invoke", of.target, "--kind", of.kind}
	if of.surface != "" {
		words = append(words, "--surface", of.surface)
	}
	for _, part := range []struct {
		flag  string
		value json.RawMessage
	}{{"--input", of.input}, {"--object", of.object}, {"--install", of.install}} {
		if len(part.value) > 0 {
			words = append(words, part.flag, string(part.value))
		}
	}
	if of.again {
		words = append(words, "--again")
	}
	for i, word := range words {
		words[i] = shellWord(word)
	}
	return strings.Join(words, " ")
}

// plainWord matches words that a POSIX shell takes as they are.
var plainWord = lazyregexp.New(`^[\w@%+=:,./-]+$`)

func shellWord(word string) string {
	if plainWord().MatchString(word) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
