// This file has the servers, and measures them.

package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// clientSecret signs the requests of the card.
const clientSecret = "bench client secret"

// server is a way to serve the worker.
type server struct {
	name string
	// command starts it on a port.
	command func(port string) *exec.Cmd
	// file is what a save changes: answer and a number become answer and another one.
	file, answer string
	card         card
}

// card is the card backend that is asked.
type card struct {
	worker, id, body string
	// field is the member of the result with the number of the last save.
	field string
	// result is the format of the whole result, with the number of the last save. Without it, nothing is saved, and the
	// server gets no load.
	result string
	// source is the text of the example app that begins the result.
	source string
}

// constant is the card backend of the projects that newLocal writes.
var constant = card{worker: "main", id: "constant", body: `{"input":{}}`, field: "total", result: `{"total":%d}`}

const config = `import { defineApp } from '@svc/sdk';
export default defineApp({
  name: 'Bench', distribution: 'private', auth: 'static', platformVersion: '2026.03', scopes: [],
});
`

const worker = `import { defineWorker } from '@svc/sdk';
const worker = defineWorker('%s');
worker.cardBackend('constant', { handler: () => ({ total: 0 }) });
export default worker;
`

func localName(n int) string { return fmt.Sprintf("svc dev, %d workers", n) }

// newLocal writes a project of n workers to dir for `svc dev`.
func newLocal(svc, dir string, n int) (server, error) {
	files := map[string]string{"svc.config.ts": config, ".dev.vars": "CRM_CLIENT_SECRET=" + clientSecret + "\n"}
	for i := range n - 1 {
		name := fmt.Sprintf("other-%d", i)
		files["src/workers/"+name+".ts"] = strings.Replace(fmt.Sprintf(worker, name), "'constant'", "'"+name+"'", 1)
	}
	files["src/workers/main.ts"] = fmt.Sprintf(worker, "main")
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(text), 0o644)); err != nil {
			return server{}, err
		}
	}
	return server{
		name: localName(n), file: filepath.Join(dir, "src/workers/main.ts"), answer: "total: ",
		card: constant, command: devCommand(svc, dir, "--persist=false"),
	}, nil
}

// devCommand starts `svc dev` in a folder.
func devCommand(svc, dir string, flags ...string) func(port string) *exec.Cmd {
	return func(port string) *exec.Cmd {
		return exec.Command(svc, append([]string{"dev", "--dir", dir, "--port", port, "--svc-log-port", "0"}, flags...)...)
	}
}

const vendorName = "wrangler dev, 1 worker"

// newVendor ejects the project in dir for `wrangler dev`.
func newVendor(svc, dir string) (server, error) {
	eject := exec.Command(svc, "eject", dir)
	if text, err := eject.CombinedOutput(); err != nil {
		return server{}, fmt.Errorf("svc eject: %w\n%s", err, text)
	}
	edge := filepath.Join(dir, "ejected", "edge")
	secrets := "CRM_CLIENT_SECRET=" + clientSecret + "\nCRM_ACCESS_TOKEN=bench\nSVC_CONTROL_KEY_1=" +
		strings.Repeat("a", 64) + "\n"
	for _, script := range []string{"main", "app"} {
		if err := os.WriteFile(filepath.Join(edge, script, ".dev.vars"), []byte(secrets), 0o600); err != nil {
			return server{}, err
		}
	}
	tool, err := filepath.Abs("node_modules/wrangler/bin/wrangler.js")
	if err != nil {
		return server{}, err
	}
	return server{
		name: vendorName, file: filepath.Join(edge, "main", "worker.js"), answer: "total:",
		card: constant,
		command: func(port string) *exec.Cmd {
			cmd := exec.Command("node", tool, "dev", "--local", "--ip", "127.0.0.1", "--port", port, "--inspector-port", "0",
				"-c", filepath.Join(edge, "main", "wrangler.jsonc"), "-c", filepath.Join(edge, "app", "wrangler.jsonc"))
			// It sends nothing to its vendor.
			cmd.Env = append(os.Environ(), "WRANGLER_SEND_METRICS=false", "WRANGLER_SEND_ERROR_REPORTS=false",
				"WRANGLER_HIDE_BANNER=true", "CLOUDFLARE_CF_FETCH_ENABLED=false", "CI=1")
			return cmd
		},
	}, nil
}

// measure starts the server once, saves the worker some times, sends it requests for the turns, and stops the server.
func (f *figures) measure(s server, saves, turns int) (err error) {
	text, err := os.ReadFile(s.file)
	if err != nil {
		return err
	}
	start := time.Now()
	p, err := s.start()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.stop(), os.WriteFile(s.file, text, 0o644)) }()
	if err := p.answers(0); err != nil {
		return err
	}
	f.starts = append(f.starts, time.Since(start))
	if s.card.result == "" {
		return nil
	}
	for n := 1; n <= saves; n++ {
		time.Sleep(pause)
		took, err := p.save(text, n)
		if err != nil {
			return err
		}
		f.saves = append(f.saves, took)
	}
	for range turns {
		one, err := p.underLoad(saves, turn)
		if err != nil {
			return err
		}
		f.loads = append(f.loads, one)
	}
	return nil
}

// pause is the time between two saves. People pause longer.
const pause = 300 * time.Millisecond
