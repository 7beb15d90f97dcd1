package testscripts

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const convertingConfig = `import { defineApp } from '@svc/sdk';
export default defineApp({
  name: 'Converter', platformVersion: '2026.03', auth: 'static', distribution: 'private', secrets: ['RATE_KEY'],
  scopes: ['crm.objects.deals.read', 'crm.objects.deals.write'],
});`

const converting = `import { defineWorker, ok } from '@svc/sdk';
const worker = defineWorker('main');
worker.tool('convert', {
  label: 'Convert', objectType: 'deal',
  output: { amount: { type: 'number' }, id: { type: 'string' }, at: { type: 'string' }, runs: { type: 'number' } },
  async handler({ env, crm, store, enrolledObject }) {
    const answer = await fetch('UPSTREAM/rate?api_key=' + env.RATE_KEY + '&basic=' + btoa('app:' + env.RATE_KEY), {
      method: 'POST', body: JSON.stringify({ key: env.RATE_KEY }),
    });
    const { rate } = (await answer.json()) as { rate: number };
    const deal = await crm.objects.get('deals', enrolledObject.id, { properties: ['amount'] });
    const amount = Number(deal.properties.amount) * rate;
    await crm.objects.update('deals', enrolledObject.id, { properties: { amount: String(amount) } });
    const runs = ((await store.get<number>('runs')) ?? 0) + 1;
    await store.put('runs', runs);
    return ok({ amount, id: crypto.randomUUID(), at: new Date().toISOString(), runs });
  },
});
export default worker;`

// converter is an app that depends on everything that a fixture contains. rates counts the requests to its upstream.
func converter(t *testing.T) (d *developing, svc func(exit int, args ...string) string, rates *int) {
	t.Helper()
	rates = new(int)
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		*rates++
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `{"rate": 1.5, "access_token": "issued-by-the-upstream-%d"}`, *rates)
	}))
	t.Cleanup(upstream.Close)
	d = &developing{TB: t, dir: t.TempDir()}
	d.save("svc.config.ts", convertingConfig)
	d.save("src/workers/main.ts", strings.ReplaceAll(converting, "UPSTREAM", upstream.URL))
	d.save(".dev.vars", "RATE_KEY=the-key-of-this-machine\n")
	return d, func(exit int, args ...string) string {
		t.Helper()
		cmd := exec.Command(binary, args...)
		cmd.Dir = d.dir
		out, _ := cmd.CombinedOutput()
		if cmd.ProcessState.ExitCode() != exit {
			t.Fatalf("svc %s: exit code %d, want %d:\n%s", strings.Join(args, " "), cmd.ProcessState.ExitCode(), exit, out)
		}
		return string(out)
	}, rates
}

func (d *developing) read(name string) string {
	d.Helper()
	text, err := os.ReadFile(filepath.Join(d.dir, filepath.FromSlash(name)))
	if err != nil {
		d.Fatal(err)
	}
	return string(text)
}

func TestARunBecomesAFixtureWithoutSecrets(t *testing.T) {
	t.Parallel()
	d, svc, rates := converter(t)
	svc(0, "dev", "invoke", "convert")
	out := svc(0, "dev", "invoke", "convert", "--save-fixture", "convert")
	if !strings.Contains(out, "saved fixtures/convert.json; run 'svc test convert'") {
		t.Errorf("no note:\n%s", out)
	}
	text := d.read("fixtures/convert.json")
	for _, secret := range []string{
		"the-key-of-this-machine", "YXBwOnRoZS1rZXktb2YtdGhpcy1tYWNoaW5l", "issued-by-the-upstream",
	} {
		if strings.Contains(text, secret) {
			t.Errorf("the fixture contains %s:\n%s", secret, text)
		}
	}
	for _, part := range []string{
		`"store": { "runs": 1 }`, `"rate": 1.5`, `"ignore": ["output.id"]`, `"runs": "2"`,
		`/crm/v3/objects/deals/301`, `"key": "test-RATE_KEY"`,
	} {
		if !strings.Contains(text, part) {
			t.Errorf("the fixture lacks %s:\n%s", part, text)
		}
	}
	// Without the upstream, the key and the state.
	before := *rates
	for _, name := range []string{".dev.vars", ".svc"} {
		if err := os.RemoveAll(filepath.Join(d.dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	svc(0, "test", "--repeat", "3")
	if *rates != before {
		t.Errorf("svc test sent %d requests", *rates-before)
	}
	if out := svc(2, "dev", "invoke", "convert", "--save-fixture", "convert"); !strings.Contains(
		out, "the fixture fixtures/convert.json exists",
	) {
		t.Errorf("it was overwritten:\n%s", out)
	}
}

func TestAServedRunBecomesAFixtureWithTheRecordsOfTheServer(t *testing.T) {
	t.Parallel()
	d, svc, _ := converter(t)
	d.start("--port", "0", "--svc-log-port", "0")
	svc(0, "dev", "invoke", "convert") // changes the record of the server's CRM
	svc(0, "dev", "invoke", "convert", "--save-fixture", "again")
	text := d.read("fixtures/again.json")
	if !strings.Contains(text, `"records"`) || !strings.Contains(text, `"amount": "36000"`) {
		t.Errorf("the fixture lacks the changed record:\n%s", text)
	}
	if strings.Contains(text, `"contacts"`) {
		t.Errorf("the fixture has records that the run did not read:\n%s", text)
	}
	d.process.Process.Kill()
	d.process.Wait()
	svc(0, "test")
}

func TestAFailureOfTheStateBecomesAFixture(t *testing.T) {
	t.Parallel()
	d, svc, _ := converter(t)
	working := d.read("src/workers/main.ts")
	failing := strings.Replace(working, "const amount", "throw new RangeError('no rate'); const amount", 1)
	d.save("src/workers/main.ts", failing)
	svc(14, "dev", "invoke", "convert")
	list := svc(0, "errors", "--json")
	at := strings.Index(list, `"fingerprint": "`)
	if at < 0 {
		t.Fatalf("no fingerprint:\n%s", list)
	}
	fingerprint := list[at+len(`"fingerprint": "`):][:8]
	svc(14, "dev", "invoke", "--replay", fingerprint, "--save-fixture", "failure")
	if text := d.read("fixtures/failure.json"); !strings.Contains(text, `"error": { "name": "RangeError", "message": "no rate" }`) {
		t.Errorf("the fixture is\n%s", text)
	}
	svc(0, "test")
	d.save("src/workers/main.ts", working)
	if out := svc(1, "test"); !bytes.Contains([]byte(out), []byte("FAIL  failure")) {
		t.Errorf("the mended handler passes:\n%s", out)
	}
}
