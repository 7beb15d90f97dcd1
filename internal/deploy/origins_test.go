package deploy

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/appsvc/svc/internal/deploy/port"
	"github.com/appsvc/svc/internal/link"
)

// relink changes the origins of the link, as a change of the committed file does.
func (w *world) relink(app, main string) {
	w.Helper()
	linked, err := link.Read(w.dir)
	if err != nil {
		w.Fatal(err)
	}
	env := linked.Environment(link.Production)
	env.Origin, env.Origins["main"] = app, main
	linked.Set(link.Production, env)
	if err := link.Write(w.dir, linked); err != nil {
		w.Fatal(err)
	}
}

func TestDeployRepairsOriginsThatThePlatformDoesNotHave(t *testing.T) {
	w := newWorld(t)
	w.mustDeploy()
	want := w.file(".svc/project.json")
	kept := w.vault[port.Origins]
	if !strings.Contains(kept, `"":"https://ledger.acme.workers.dev"`) {
		t.Fatalf("kept %s", kept)
	}
	w.edge.SeedDomain("other", "evil.example")
	for _, evil := range []string{
		"https://evil.example", "https://ledger.evil.workers.dev", "https://ledger.acme.workers.dev.evil.example",
	} {
		w.relink(evil, evil)
		delete(w.vault, port.Origins)
		p := w.plan()
		if !p.IsEmpty() || len(p.Notes) < 2 || !strings.Contains(p.Notes[0].Text, evil) {
			t.Errorf("%s: the plan has %v, %v", evil, lines(p), p.Notes)
		}
		if got := w.file(".svc/project.json"); got == want || w.vault[port.Origins] != "" {
			t.Errorf("%s: a plan changed %s, %s", evil, got, w.vault[port.Origins])
		}
		w.mustDeploy()
		if got := w.file(".svc/project.json"); got != want || w.vault[port.Origins] != kept {
			t.Errorf("%s: not repaired: %s, kept %s", evil, got, w.vault[port.Origins])
		}
	}
}

func TestDeployKeepsTheCustomDomainsOfThePlatform(t *testing.T) {
	w := newWorld(t)
	w.mustDeploy()
	w.edge.SeedDomain("ledger", "ledger.example.com")
	w.relink("https://ledger.example.com", "https://ledger.example.com") // the second is that of another script
	w.mustDeploy()
	want := `{"":"https://ledger.example.com","cards":"https://ledger-cards.acme.workers.dev",` +
		`"main":"https://ledger-main.acme.workers.dev"}`
	if got := w.vault[port.Origins]; got != want {
		t.Errorf("kept %s, want %s", got, want)
	}
}

// file returns the text of a file of the folder.
func (w *world) file(name string) string {
	w.Helper()
	text, err := os.ReadFile(filepath.Join(w.dir, filepath.FromSlash(name)))
	if err != nil {
		w.Fatal(err)
	}
	return string(text)
}
