// This file serves the example app.

package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// exampleDir is the example app, from the root of the repository.
const exampleDir = "examples/ledger-bridge"

var (
	// openInvoices reads the CRM twice. The rate limit bounds its requests, so only the start is measured with it.
	openInvoices = card{
		worker: "cards", id: "open-invoices", body: `{"input":{"companyId":"201","limit":2}}`, field: "save",
		source: "return { company:",
	}
	// creditCheck reads and writes ctx.store. It calls no CRM, so no rate limit bounds its requests.
	creditCheck = card{
		worker: "cards", id: "credit-check", body: `{"input":{"companyId":"201"}}`, field: "save",
		result: `{"save":%d,"limit":10000,"checkedCompanies":1,"portal":1000001}`, source: "return { ...credit,",
	}
)

func exampleName(asked card) string { return "svc dev, example, " + asked.id }

// newExample copies the example app to dir, and installs it in a portal. The result of the card backend gets the
// number of the last save.
func newExample(svc, dir string, asked card) (server, error) {
	if err := os.CopyFS(dir, os.DirFS(exampleDir)); err != nil {
		return server{}, err
	}
	if err := os.RemoveAll(filepath.Join(dir, ".svc")); err != nil { // of a run in the example
		return server{}, err
	}
	vars, err := os.OpenFile(filepath.Join(dir, ".dev.vars"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return server{}, err
	}
	_, err = vars.WriteString("CRM_CLIENT_SECRET=" + clientSecret + "\n")
	if err = errors.Join(err, vars.Close()); err != nil {
		return server{}, err
	}
	s := server{
		name: exampleName(asked), file: filepath.Join(dir, "src/workers/cards.ts"), answer: "save: ",
		card: asked, command: devCommand(svc, dir),
	}
	text, err := os.ReadFile(s.file)
	if err != nil {
		return server{}, err
	}
	changed := strings.Replace(string(text), asked.source, strings.Replace(asked.source, "{", "{ save: 0,", 1), 1)
	if changed == string(text) {
		return server{}, fmt.Errorf("no %q in %s", asked.source, s.file)
	}
	if err := os.WriteFile(s.file, []byte(changed), 0o644); err != nil {
		return server{}, err
	}
	return s, s.install(svc, dir)
}

// install installs the app in the first portal. The state keeps that.
func (s server) install(svc, dir string) error {
	p, err := s.start()
	if err != nil {
		return err
	}
	if err := p.serves(); err != nil {
		return errors.Join(err, p.stop())
	}
	if text, err := exec.Command(svc, "dev", "install", "--dir", dir).CombinedOutput(); err != nil {
		return errors.Join(fmt.Errorf("svc dev install: %w\n%s", err, text), p.stop())
	}
	if err := p.answers(0); err != nil {
		return errors.Join(err, p.stop())
	}
	return p.interrupt()
}
