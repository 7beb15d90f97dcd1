package promise

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/appsvc/svc/internal/build"
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/checker/rules"
	"github.com/appsvc/svc/internal/codegen/components"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/project"
)

// refusal is a place that refuses a project after it was loaded, and how svc check finds it first.
type refusal struct {
	// rule is the rule of svc check, and files are an app that it finds. If rule is empty, why says what is refused
	// instead of the project.
	rule, why string
	files     map[string]string
}

// isFoundBy reports whether a finding is an error of the rule.
func (r refusal) isFoundBy(f diag.Finding) bool { return f.Rule == r.rule && f.Severity == diag.Error }

// What refuses something else than the declarations and the code of a project.
const (
	ofTool    = "a mistake of svc, or a broken installation"
	ofFlag    = "the value of a flag, which the command reports"
	ofAccount = "what is deployed, or the link to it"
	ofOutput  = "the output folder"
	ofPlan    = "a file with a plan"
	ofVault   = "the keys and secrets of this machine"
)

// TestEveryRefusalIsListed holds that refusals has every place that makes an error, and no other.
func TestEveryRefusalIsListed(t *testing.T) {
	found := sites(t)
	for _, site := range found {
		if _, listed := refusals[site]; !listed {
			t.Errorf("add to refusals of refusal_table_test.go how svc check finds this first, or why it cannot:\n"+
				"%q: {rule: \"<rule id>\", files: <an app that it finds>},", site)
		}
	}
	for site := range refusals {
		if !slices.Contains(found, site) {
			t.Errorf("remove from refusals, or correct: %q", site)
		}
	}
}

func TestCheckFindsWhatTheBuildRefuses(t *testing.T) {
	for site, r := range refusals {
		t.Run(site, func(t *testing.T) {
			if r.rule == "" {
				if r.why == "" || r.files != nil {
					t.Error("it needs a rule with files, or a reason")
				}
				return
			}
			a := &app{T: t, dir: t.TempDir(), files: r.files, profile: "hubspot"}
			a.write()
			var err error
			if a.loaded, err = project.Load(t.Context(), a.options()); err != nil {
				t.Fatal(err)
			}
			findings, err := checker.Check(a.loaded, rules.All, checker.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if !slices.ContainsFunc(findings, r.isFoundBy) {
				t.Errorf("check has no error of the rule %s, but %+v", r.rule, findings)
			}
			if !a.isRefused() {
				t.Error("the build does not refuse the app")
			}
		})
	}
}

// isRefused reports whether the build for an environment refuses the app, without a check.
func (a *app) isRefused() bool {
	for _, environment := range append(a.loaded.Environments(), "production") {
		output, err := build.Build(a.Context(), build.Options{
			Dir: a.dir, Profile: a.profile, Project: a.loaded, Environment: environment, Components: components.All,
		})
		if err != nil || len(build.Refusals(a.loaded, output.CRM.Findings)) > 0 {
			return true
		}
	}
	return false
}

// appWith is an app whose config has these members, and these other files.
func appWith(members string, files ...string) map[string]string {
	all := map[string]string{
		"package.json": `{ "name": "app", "dependencies": { "react": "^18.2.0" } }`,
		"svc.config.ts": "import { appObject, appObjectAssociation, card, defineApp, mcpServer } from '@svc/sdk';\n" +
			"export default defineApp({ name: 'App', distribution: 'private', platformVersion: '2026.09', " +
			"scopes: ['oauth', 'crm.objects.contacts.read'], " + members + " });\n",
	}
	for i := 0; i < len(files); i += 2 {
		all[files[i]] = files[i+1]
	}
	return all
}

// workerWith is the file of a worker with these statements.
func workerWith(name, statements string) string {
	return "import { defineWorker } from '@svc/sdk';\nconst worker = defineWorker('" + name + "');\n" + statements +
		"\nexport default worker;\n"
}

const (
	static    = "auth: 'static', "
	oauth     = "auth: 'oauth', "
	mainFile  = "src/workers/main.ts"
	otherFile = "src/workers/other.ts"
	cardFile  = "src/cards/Card.tsx"
	component = "export default () => null;\n"
)

// cardWith is an app with a card with these members.
func cardWith(members, source string) map[string]string {
	return appWith(static+"cards: [card({ id: 'c', name: 'C', location: 'crm.record.tab', objectTypes: ['contact'], "+
		"entrypoint: 'src/cards/Card.tsx', "+members+" })]", cardFile, source)
}

// serverWith is an app with an MCP server with these members.
func serverWith(app, members string) map[string]string {
	return appWith(app + "mcpServers: [mcpServer('s', { name: 'S', description: 'S', mcpUrl: 'https://mcp.example.com', " +
		"mcpClientId: 'c', " + members + " })]")
}

// toolWith is an app with a tool for agents.
func toolWith(agent string) map[string]string {
	return appWith(static, mainFile, workerWith("main", "worker.tool('t', { label: 'T', objectType: 'contact', "+
		"input: { a: { type: 'string', label: 'A' } }, agent: { description: 'D', "+agent+" }, handler: () => ({}) });"))
}

// backendsWith is an app with card backends of these ids on one worker.
func backendsWith(ids ...string) map[string]string {
	statements := ""
	for _, id := range ids {
		statements += "worker.cardBackend('" + id + "', { handler: () => 1 });\n"
	}
	return appWith(static, mainFile, workerWith("main", statements))
}

// syncWith is an app with a sync.
func syncWith(options string) map[string]string {
	return appWith(static, mainFile, workerWith("main", "worker.sync('s', { "+options+" handler: async () => {} });"))
}

// twoWorkers is an app with two workers.
func twoWorkers(members, first, second string) map[string]string {
	backend := "worker.cardBackend('%', { handler: () => 1 });"
	return appWith(static+members, mainFile, workerWith(first, strings.Replace(backend, "%", "a", 1)),
		otherFile, workerWith(second, strings.Replace(backend, "%", "b", 1)))
}

// TestEveryErrorCodeIsListed holds that requestErrors has the codes of the first request that a declaration can cause.
func TestEveryErrorCodeIsListed(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(repository, "contract", "errors.json"))
	if err != nil {
		t.Fatal(err)
	}
	var contract []struct{ Code string }
	if err := json.Unmarshal(text, &contract); err != nil {
		t.Fatal(err)
	}
	var codes []string
	for _, entry := range contract {
		codes = append(codes, entry.Code)
		rule, listed := requestErrors[entry.Code]
		switch {
		case !listed:
			t.Errorf("add %q to requestErrors of refusal_table_test.go: the rule of svc check, or who causes it", entry.Code)
		case strings.Contains(rule, " "): // who causes it
		case !slices.ContainsFunc(rules.All, func(r *checker.Rule) bool { return r.ID == rule }):
			t.Errorf("%s: unknown rule %q", entry.Code, rule)
		}
	}
	for code := range requestErrors {
		if !slices.Contains(codes, code) {
			t.Errorf("requestErrors has the unknown code %q", code)
		}
	}
}
