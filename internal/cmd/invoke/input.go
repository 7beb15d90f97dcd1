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

// decodeMember decodes the JSON of --object or --install.
func decodeMember(flag string, text json.RawMessage, into any) error {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(into); err != nil {
		if kind, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
			return cli.Usage(fmt.Sprintf("invalid %s: %s cannot be %s", flag, kind.Field, goKind(kind.Value)), memberFix[flag])
		}
		return cli.Usage(fmt.Sprintf("invalid %s: %s", flag, cli.Reason(err)), memberFix[flag])
	}
	return nil
}

// goKind adds the article to a kind of JSON value that encoding/json names: "array", "number 1.5".
func goKind(word string) string {
	switch number, isNumber := strings.CutPrefix(word, "number "); {
	case isNumber:
		return number
	case word == "array" || word == "object":
		return "an " + word
	case word == "string":
		return "a string"
	case word == "bool":
		return "a boolean"
	}
	return "a " + word
}

var memberFix = map[string]string{
	"--object":  `write {"id": "302", "objectType": "deal", "properties": {"amount": "100"}}; only id is needed`,
	"--install": `write {"portalId": 42, "config": {}}; with --surface invoke also id and state`,
}

// readGivenInput reads the values of --input, --object and --install.
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
			read = cmdutil.ReadJSONObjectOrList // triggers and push sources accept lists
		}
		text, err := read(env, "--"+part.flag, part.value)
		if err != nil {
			return given, err
		}
		*part.into = text
	}
	return given, nil
}
