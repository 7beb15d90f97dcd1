package testscripts

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/appsvc/svc/internal/crmsim"
)

// installedApp is an app with OAuth whose trigger logs the values that it receives.
var installedApp = map[string]string{
	"svc.config.ts": `import { defineApp } from '@svc/sdk';
export default defineApp({
  name: 'T', slug: 't', distribution: 'private', auth: 'oauth', platformVersion: '2026.03',
  scopes: ['oauth', 'crm.objects.contacts.read', 'crm.objects.contacts.write'],
});`,
	"src/workers/main.ts": `import { defineWorker, ok } from '@svc/sdk';
const worker = defineWorker('main');
worker.tool('rename', {
  label: 'Rename', objectType: 'contact', input: { name: { type: 'string', required: true } }, output: {},
  async handler(ctx) {
    await ctx.crm.objects.update('contacts', '101', { properties: { firstname: ctx.input.name } });
    return ok();
  },
});
worker.trigger('renamed', {
  eventType: 'contact.propertyChange.firstname',
  async handler(ctx) {
    for (const event of ctx.input.events) {
      ctx.logger.info('renamed in ' + event.portalId + ' to ' + event.propertyValue);
    }
  },
});
export default worker;`,
	".dev.vars": "CRM_ACCESS_TOKEN=the-token\nCRM_CLIENT_SECRET=the-secret\n",
}

func developInstalled(t *testing.T) *developing {
	t.Helper()
	d := &developing{TB: t, dir: t.TempDir()}
	for name, text := range installedApp {
		d.save(name, text)
	}
	d.start("--port", "0", "--svc-log-port", "0")
	return d
}

// renamed waits for the trigger, and returns its message.
func (d *developing) renamed() string {
	d.Helper()
	return d.wait("the trigger runs", func(e devEvent) bool {
		return e.Log != nil && strings.HasPrefix(e.Log.Message, "renamed")
	}).Log.Message
}

func TestChangedRecordsFireTriggersOfPortalsWithAnInstall(t *testing.T) {
	t.Parallel()
	d := developInstalled(t)
	rename := func(name string) {
		t.Helper()
		if out, err := d.run("dev", "invoke", "rename", "-i", `{"name": "`+name+`"}`); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	rename("Before") // no portal has installed the app
	if out, err := d.run("dev", "install"); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	rename("Handler")
	if got := d.renamed(); got != "renamed in 1000001 to Handler" {
		t.Error(got)
	}
	r, err := http.NewRequest(
		http.MethodPatch, d.origin+"/_svc/crm/crm/v3/objects/contacts/101",
		strings.NewReader(`{"properties":{"firstname":"API"}}`),
	)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer the-token")
	if status, body := send(t, r); status != http.StatusOK {
		t.Fatalf("%d %s", status, body)
	}
	if got := d.renamed(); got != "renamed in 1000001 to API" {
		t.Error(got)
	}
	r.Host = "crm.evil.example"
	if status, body := send(t, r); status != http.StatusForbidden {
		t.Errorf("for a page of another site: %d %s", status, body)
	}
}

func TestTriggersAreSubscribedWhenTheyAreSaved(t *testing.T) {
	t.Parallel()
	d := developInstalled(t)
	if out, err := d.run("dev", "install"); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	d.save("src/workers/main.ts", strings.Replace(
		installedApp["src/workers/main.ts"], "propertyChange.firstname", "propertyChange.lastname", 1,
	))
	d.wait("the worker is replaced", func(e devEvent) bool { return len(e.Built) > 0 })
	for _, property := range []string{"firstname", "lastname"} {
		r, err := http.NewRequest(
			http.MethodPatch, d.origin+"/_svc/crm/crm/v3/objects/contacts/101",
			strings.NewReader(`{"properties":{"`+property+`":"Saved `+property+`"}}`),
		)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer the-token")
		if status, body := send(t, r); status != http.StatusOK {
			t.Fatalf("%d %s", status, body)
		}
	}
	if got := d.renamed(); got != "renamed in 1000001 to Saved lastname" {
		t.Error(got)
	}
}

func TestTheSignatureOfTheCalledURLVerifies(t *testing.T) {
	t.Parallel()
	d := developInstalled(t)
	body := `{"callbackId":"c","origin":{"portalId":1000001},"context":{"source":"WORKFLOWS"},` +
		`"object":{"objectId":101,"objectType":"CONTACT"},"fields":{"name":"x"},"inputFields":{"name":"x"}}`
	byHost := strings.Replace(d.origin, "//", "//main.", 1)
	for _, c := range []struct {
		called, host, signed string
		verifies             bool
	}{
		{d.origin + "/w/main", "", d.origin + "/w/main", true},
		{d.origin, strings.TrimPrefix(byHost, "http://"), byHost, true},
		{d.origin + "/w/main", "", byHost, false},
		{d.origin + "/w/main", "", d.origin, false},
	} {
		const route = "/workflow-actions/rename/invoke"
		signed, err := http.NewRequest(http.MethodPost, c.signed+route, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		crmsim.SignV3(signed, []byte(body), "X-Crm", "the-secret", time.Now())
		r, err := http.NewRequest(http.MethodPost, c.called+route, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header, r.Host = signed.Header, c.host
		r.Header.Set("Content-Type", "application/json")
		status, answer := send(t, r)
		if refused := strings.Contains(answer, "signature_invalid"); refused == c.verifies {
			t.Errorf("%s signed for %s: %d %s", c.called, c.signed, status, answer)
		}
	}
}

func send(t *testing.T, r *http.Request) (int, string) {
	t.Helper()
	if r.GetBody != nil {
		r.Body, _ = r.GetBody() // of a strings.Reader: it never fails
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(body)
}
