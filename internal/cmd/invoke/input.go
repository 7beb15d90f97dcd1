package invoke

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/store"
)

// decodeMember reads the JSON of --object or --install into its type.
func decodeMember(flag string, text json.RawMessage, into any) error {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(into); err != nil {
		var kind *json.UnmarshalTypeError
		if errors.As(err, &kind) {
			return cli.Usage(fmt.Sprintf("%s: %s cannot be %s", flag, kind.Field, goKind(kind.Value)), memberFix[flag])
		}
		return cli.Usage(fmt.Sprintf("%s: %s", flag, trimJSON(err)), memberFix[flag])
	}
	return nil
}

// goKind is a kind of JSON, as encoding/json names it, with its article: "array", "number 1.5".
func goKind(word string) string {
	switch number, isNumber := strings.CutPrefix(word, "number "); {
	case isNumber:
		return number
	case word == "array" || word == "object":
		return "an " + word
	case word == "string":
		return "a text"
	case word == "bool":
		return "true or false"
	}
	return "a " + word
}

var memberFix = map[string]string{
	"--object":  `write {"id": "302", "objectType": "deal", "properties": {"amount": "100"}}; only id is needed`,
	"--install": `write {"portalId": 42, "config": {}}; with --surface invoke also id and state`,
}

// trimJSON leaves out the package name that encoding/json puts in front.
func trimJSON(err error) string {
	return string(bytes.TrimPrefix([]byte(err.Error()), []byte("json: ")))
}

// readGivenInput reads the flags into an invocation and what is to be kept for --last.
func readGivenInput(env *cli.Env, o *options) (store.LastInput, error) {
	var given store.LastInput
	for _, part := range []struct {
		flag, value string
		into        *json.RawMessage
	}{{"input", o.input, &given.Input}, {"object", o.object, &given.Object}, {"install", o.install, &given.Install}} {
		if !o.has(part.flag) {
			continue
		}
		read := cmdutil.ReadJSONObject
		if part.flag == "input" {
			read = cmdutil.ReadJSON // what a trigger or a push source gets may be a list
		}
		text, err := read(env, "--"+part.flag, part.value)
		if err != nil {
			return given, err
		}
		*part.into = text
	}
	return given, nil
}
