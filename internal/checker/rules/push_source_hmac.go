package rules

import (
	"github.com/appsvc/svc/internal/checker"
	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

var pushSourceHmac = &checker.Rule{
	ID:       "push-source-hmac",
	Severity: diag.Error,
	Title:    "give each push source hmac auth with a secret",
	Why: "the runtime verifies the hmac signature of a webhook before receive runs; without it, anyone could post " +
		"rows",
	Hint:   "write auth: { type: 'hmac', secret: 'LEDGER_WEBHOOK_SECRET' }",
	Before: `defineSource.push({ name: 'changes', receive });`,
	After: `defineSource.push({
  name: 'changes',
  auth: { type: 'hmac', secret: 'LEDGER_WEBHOOK_SECRET' },
  receive,
});`,
	Run: runPushSourceHmac,
}

func runPushSourceHmac(p *checker.Pass) {
	for _, d := range ofKind(p, declared.Source) {
		auth := d.Options.Get("auth")
		if !d.Push || misplacedOptions(d) != nil {
			continue // not a push source, or option-type reports misplaced options
		}
		switch kind := auth.Get("type"); {
		case auth.IsAbsent():
			p.Reportf(d.At, "%s has no hmac auth", describe(d))
		case kind.IsString() && credentialsOf[kind.Text] != nil && kind.Text != "hmac":
			p.Reportf(kind.At, "%s has %s auth, but a push source must have hmac auth", describe(d), kind.Text)
		case kind.Text == "hmac" && !auth.Has("secret"):
			p.Reportf(auth.At, "the hmac auth of %s has no secret", describe(d)).
				Hintf("add secret: the name of the secret binding that holds the shared key")
		}
	}
}
