// This file writes wrangler.jsonc: what the vendor's own tool needs to deploy the same script.

package edge

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/appsvc/svc/codegen"
)

// ConfigFile is the name of the vendor tool's configuration.
const ConfigFile = "wrangler.jsonc"

// config is the configuration, in the order in which it is written. Every member is known to the vendor's
// schema; secrets are not, without a warning, and stand in a comment.
type config struct {
	Schema               string          `json:"$schema,omitempty"`
	Name                 string          `json:"name"`
	Main                 string          `json:"main"`
	CompatibilityDate    string          `json:"compatibility_date"`
	CompatibilityFlags   []string        `json:"compatibility_flags,omitempty"`
	NoBundle             bool            `json:"no_bundle"`
	FindAdditionalModule bool            `json:"find_additional_modules"`
	Rules                []rule          `json:"rules"`
	UploadSourceMaps     bool            `json:"upload_source_maps"`
	WorkersDev           bool            `json:"workers_dev"`
	PreviewURLs          bool            `json:"preview_urls"`
	KeepVars             bool            `json:"keep_vars"`
	Triggers             triggers        `json:"triggers"`
	Vars                 texts           `json:"vars,omitempty"`
	DurableObjects       *durableObjects `json:"durable_objects,omitempty"`
	Migrations           []migrationStep `json:"migrations,omitempty"`
	Services             []service       `json:"services,omitempty"`
	Observability        observability   `json:"observability"`
}

type rule struct {
	Type  string   `json:"type"`
	Globs []string `json:"globs"`
}

type triggers struct {
	Crons []string `json:"crons"`
}

type durableObjects struct {
	Bindings []objectBinding `json:"bindings"`
}

type objectBinding struct {
	Name       string `json:"name"`
	ClassName  string `json:"class_name"`
	ScriptName string `json:"script_name,omitempty"`
}

type migrationStep struct {
	Tag              string   `json:"tag"`
	NewSQLiteClasses []string `json:"new_sqlite_classes,omitempty"`
	DeletedClasses   []string `json:"deleted_classes,omitempty"`
}

type service struct {
	Binding    string `json:"binding"`
	Service    string `json:"service"`
	Entrypoint string `json:"entrypoint,omitempty"`
}

type observability struct {
	Enabled bool `json:"enabled"`
}

// texts are vars in the order of the bindings; a map would be sorted too, but hold one name twice silently.
type texts []Binding

// MarshalJSON writes an object.
func (v texts) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, one := range v {
		if i > 0 {
			b.WriteByte(',')
		}
		name, _ := json.Marshal(one.Name) // a string always marshals
		value, _ := json.Marshal(one.Value)
		b.Write(name)
		b.WriteByte(':')
		b.Write(value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// Config is wrangler.jsonc of the script. schema is the path of the vendor's schema for editors, "" for none.
func (s *Script) Config(schema string) []byte {
	c := config{
		Schema: schema, Name: s.Name, Main: MainModule, CompatibilityDate: s.CompatibilityDate, CompatibilityFlags: s.Flags,
		// The modules are deployed as they were tested.
		NoBundle: true, FindAdditionalModule: true, Rules: []rule{{"ESModule", []string{"**/*.js"}}}, UploadSourceMaps: true,
		WorkersDev: true,
		// What somebody has set beside us stays. An empty list of crons takes those of a former deploy away.
		KeepVars: true, Triggers: triggers{append([]string{}, s.Crons...)}, Observability: observability{Enabled: true},
	}
	for _, b := range s.Bindings {
		switch b.Kind {
		case Var:
			if b.Value != "" {
				c.Vars = append(c.Vars, b)
			}
		case Actors:
			if c.DurableObjects == nil {
				c.DurableObjects = &durableObjects{}
			}
			c.DurableObjects.Bindings = append(c.DurableObjects.Bindings, objectBinding{b.Name, b.Class, b.Script})
		case Service:
			c.Services = append(c.Services, service{b.Name, b.Script, b.Entrypoint})
		case Secret: // in the comment
		}
	}
	for _, step := range s.Migrations {
		c.Migrations = append(c.Migrations, migrationStep{step.Tag, step.New, step.Deleted})
	}
	return append([]byte(s.head()), codegen.JSON(c)...)
}

// head says what the file is, and which secrets the script needs: their values are nowhere in it.
func (s *Script) head() string {
	what := "the worker " + s.Worker
	if s.IsApp() {
		what = "the app worker"
	}
	text := "// Made by svc build for " + what + ".\n"
	if len(s.Secrets) > 0 {
		text += "// It needs these secrets (wrangler secret put NAME): " + strings.Join(s.Secrets, ", ") + "\n"
	}
	return text
}
