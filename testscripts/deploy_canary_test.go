package testscripts

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"mime"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/appsvc/svc/test/fakes/crmfake"
	"github.com/appsvc/svc/test/fakes/edgefake"
	"github.com/appsvc/svc/test/fakes/fakeserver"
)

// withSource is a worker that requires a secret.
const withSource = `import { defineSource, defineWorker } from '@svc/sdk';
const ledger = defineSource({ name: 'ledger', auth: { type: 'bearer', token: 'LEDGER_TOKEN' }, fetch: async () => ({ rows: [] }) });
const worker = defineWorker('main');
worker.sync(ledger, { into: 'contact', idProperty: 'email', schema: { email: 'email' }, schedule: '15m' });
export default worker;
`

func TestOutputAndFilesContainNoSecrets(t *testing.T) {
	t.Parallel()
	k := newKillRun(t)
	config := t.TempDir()
	k.env = append(k.env, "XDG_CONFIG_HOME="+config)
	secrets := []string{
		"canary-of-ledger", "canary-of-client-secret", "canary-of-access-token", "canary-of-dev-vars", edgefake.Token,
		crmfake.Key, "crm-token-of-the-fake",
	}
	for name, text := range map[string]string{
		"src/workers/main.ts": withSource, ".dev.vars": "LEDGER_TOKEN=canary-of-dev-vars\n",
	} {
		if err := os.WriteFile(filepath.Join(k.dir, filepath.FromSlash(name)), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	echo := fakeserver.Fault{
		Kind: fakeserver.Refuse, Status: 400,
		Body: `{"success":false,"result":null,"messages":[],"errors":[{"code":10021,"message":"bad value ` +
			strings.Join(append(secrets[:3:3], edgefake.Token), " ") + `"}]}`,
	}
	var output bytes.Buffer
	run := func(input string, args ...string) {
		cmd := exec.Command(binary, append(args, "-C", k.dir)...)
		cmd.Env, cmd.Stdin, cmd.Stdout, cmd.Stderr = k.env, strings.NewReader(input), &output, &output
		_ = cmd.Run() // failing commands must not print secrets either
		output.WriteString("\n")
	}
	run("canary-of-ledger", "secrets", "set", "LEDGER_TOKEN")
	run("canary-of-client-secret", "secrets", "set", "CRM_CLIENT_SECRET")
	run("canary-of-access-token", "secrets", "set", "CRM_ACCESS_TOKEN")
	run("", "deploy", "--dry-run")
	run("", "deploy", "--plan="+filepath.Join(k.dir, "plan.json"))
	for n := 1; n <= 9; n += 2 { // an error of the platform can repeat every secret
		k.edge.Fail(n, echo)
		run("", "deploy", "--yes")
		k.edge.Revive()
	}
	run("", "deploy", "--yes")
	run("", "deploy", "--json")
	run("canary-of-ledger", "secrets", "set", "LEDGER_TOKEN", "--json")
	for _, args := range [][]string{
		{"secrets", "list"}, {"secrets", "check", "--json"}, {"secrets", "rotate", "--yes"},
		{"deploys", "--json"}, {"deploys"}, {"rollback", "--yes"},
		{"whoami"}, {"destroy", "--env", "production", "--dry-run"},
	} {
		run("", args...)
	}
	build := exec.Command(binary, "build", k.dir)
	build.Env = k.env
	if text, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if !strings.Contains(output.String(), "deployed production as") || !strings.Contains(output.String(), "bad value") {
		t.Fatalf("no deploy, or no rejected request:\n%s", output.String())
	}
	k.grep("an output", output.String(), append(secrets, k.generated(config)...))
	k.grepFolder(append(secrets, k.generated(config)...))
	k.grepRequests(secrets, k.generated(config))
}

// grepRequests fails if a request has a secret outside the place that is for it. keys are those of the app worker.
func (k *killRun) grepRequests(secrets, keys []string) {
	k.Helper()
	sent := 0
	for platform, requests := range map[string][]fakeserver.Request{"edge": k.edge.Requests(), "crm": k.crm.Requests()} {
		for _, r := range requests {
			header := r.Header.Clone()
			header.Del("Authorization")
			k.grep(platform+" "+r.String(), fmt.Sprint(r.Path, r.Query, header), slices.Concat(secrets, keys))
			bindings, rest := bindingsOf(r)
			if platform == "crm" && r.Path == "/localdevauth/v1/auth/refresh" {
				rest = strings.ReplaceAll(rest, crmfake.Key, "")
			}
			k.grep(platform+" "+r.String(), rest, slices.Concat(secrets, keys))
			k.grep("the bindings in "+r.String(), bindings, []string{edgefake.Token, crmfake.Key, "canary-of-dev-vars"})
			if strings.HasSuffix(r.Path, "/t-main") {
				k.grep("the bindings of a user worker", bindings, keys)
			}
			sent += strings.Count(bindings, "canary-of-")
		}
	}
	if sent == 0 {
		k.Error("no secret was sent, so the test proves nothing")
	}
}

// bindingsOf returns the part of a request's body that has the secrets of a script, and the rest.
func bindingsOf(r fakeserver.Request) (bindings, rest string) {
	if strings.HasSuffix(r.Path, "/secrets") || strings.HasSuffix(r.Path, "/secrets-bulk") {
		return string(r.Body), ""
	}
	_, parameters, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || parameters["boundary"] == "" {
		return "", string(r.Body)
	}
	for part := range strings.SplitSeq(string(r.Body), "--"+parameters["boundary"]) {
		if head, _, _ := strings.Cut(part, "\r\n\r\n"); strings.Contains(head, `name="metadata"`) {
			bindings += part
		} else {
			rest += part
		}
	}
	return bindings, rest
}

// generated returns the keys that the deploy generated and stored on this machine.
func (k *killRun) generated(config string) []string {
	k.Helper()
	var keys []string
	if err := filepath.WalkDir(config, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		var kept struct {
			Secrets map[string]string `json:"secrets"`
		}
		if err != nil || json.Unmarshal(text, &kept) != nil {
			return err
		}
		for name, value := range kept.Secrets {
			if strings.HasSuffix(name, "-key") {
				_, key, _ := strings.Cut(value, ":")
				keys = append(keys, key)
			}
		}
		return nil
	}); err != nil {
		k.Fatal(err)
	}
	if len(keys) == 0 {
		k.Fatal("no key is stored")
	}
	return keys
}

func (k *killRun) grep(where, text string, secrets []string) {
	k.Helper()
	for _, secret := range secrets {
		if at := strings.Index(text, secret); at >= 0 {
			k.Errorf("%s contains the secret %s: %s", where, secret, text[max(0, at-200):at])
		}
	}
}

func (k *killRun) grepFolder(secrets []string) {
	k.Helper()
	files := 0
	if err := filepath.WalkDir(k.dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || entry.Name() == ".dev.vars" {
			return err
		}
		files++
		text, err := os.ReadFile(path)
		k.grep(path, string(text), secrets)
		return err
	}); err != nil || files < 10 {
		k.Errorf("%d files: %v", files, err)
	}
}
