// The rule push-source-hmac: what a push source receives is verified.

package rules

import (
	"github.com/appsvc/svc/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var pushSourceHmac = &checker.Rule{
	ID:       "push-source-hmac",
	Severity: diag.Error,
	Title:    "a push source declares hmac auth with the name of its shared key",
	Why:      "push source webhooks verify the declared hmac auth before receive runs: without it anybody could post rows",
	Hint:     "write auth: { type: 'hmac', secret: 'LEDGER_WEBHOOK_SECRET' }",
	Before:   `defineSource.push({ name: 'changes', receive });`,
	After: `defineSource.push({
  name: 'changes',
  auth: { type: 'hmac', secret: 'LEDGER_WEBHOOK_SECRET' },
  receive,
});`,
	Run: runPushSourceHmac,
}

func runPushSourceHmac(p *checker.Pass) {
	for _, d := range p.Declarations {
		auth := d.Options.Get("auth")
		if d.Kind != declared.Source || !d.Push || misplacedOptions(d) != nil {
			continue // pull sources are free; option-type speaks of misplaced options
		}
		switch kind := auth.Get("type"); {
		case auth.IsAbsent():
			p.Reportf(d.At, "%s has no hmac auth", describe(d))
		case kind.IsString() && credentialsOf[kind.Text] != nil && kind.Text != "hmac":
			p.Reportf(kind.At, "%s has %s auth, but what it is sent must be signed with hmac", describe(d), kind.Text)
		case kind.Text == "hmac" && !auth.Has("secret"):
			p.Reportf(auth.At, "the hmac auth of %s names no secret", describe(d)).
				Hintf("add secret: the name of the secret binding that holds the shared key")
		}
	}
}
