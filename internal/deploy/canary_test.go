// This file plants secrets everywhere and looks for them everywhere.

package deploy

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/appsvc/svc/internal/deploy/port"
	"github.com/appsvc/svc/test/fakes/crmfake"
	"github.com/appsvc/svc/test/fakes/edgefake"
	"github.com/appsvc/svc/test/fakes/fakeserver"
)

// leaks looks for every secret of the world in a text.
func (w *world) leaks(where, text string, secrets []string) {
	w.Helper()
	for _, secret := range secrets {
		if strings.Contains(text, secret) {
			w.Errorf("%s holds the secret %s", where, secret)
		}
	}
}

func TestDeployLeaksNoSecret(t *testing.T) {
	fault := func(secret string) fakeserver.Fault {
		return fakeserver.Fault{
			Kind: fakeserver.Refuse, Status: 400,
			Body: `{"success":false,"result":null,"messages":[],"errors":[{"code":10021,"message":"bad value ` + secret + `"}]}`,
		}
	}
	for n := 0; n <= 14; n++ {
		w := newWorld(t)
		secrets := []string{edgefake.Token, crmfake.Key, "crm-token-of-the-fake"}
		for _, name := range []string{"LEDGER_TOKEN", "CRM_CLIENT_ID", "CRM_CLIENT_SECRET"} {
			w.vault[name] = "canary-value-of-" + name
			secrets = append(secrets, w.vault[name])
		}
		plan, err := w.plan().Encode()
		if err != nil {
			t.Fatal(err)
		}
		if n > 0 {
			w.edge.Fail(n, fault("canary-value-of-LEDGER_TOKEN canary-value-of-CRM_CLIENT_SECRET "+edgefake.Token))
		}
		_, failed := w.deploy()
		for _, name := range []string{port.ControlKey, port.SealKey} {
			if _, value, made := strings.Cut(w.vault[name], ":"); made {
				secrets = append(secrets, value)
			}
		}
		events, err := json.Marshal(w.events)
		if err != nil {
			t.Fatal(err)
		}
		w.leaks("the plan", string(plan), secrets)
		w.leaks("an event", string(events), secrets)
		w.leaks("the error", fmt.Sprintf("%v %+v", failed, failed), secrets)
		w.leaks("the edge's readable state", w.edge.Dump(true), secrets)
		if err := filepath.WalkDir(w.dir, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			text, err := os.ReadFile(path)
			w.leaks(path, string(text), secrets)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		for _, secret := range secrets[3:] {
			if w.crm.Contains(secret) {
				t.Errorf("the CRM was sent the secret %s", secret)
			}
		}
	}
}
