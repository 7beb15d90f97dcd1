package remote

import (
	"github.com/appsvc/svc/internal/codegen/edge"
	"github.com/appsvc/svc/internal/deploy/edgeapi"
	"github.com/appsvc/svc/internal/deploy/owner"
	"github.com/appsvc/svc/internal/deploy/port"
	"github.com/appsvc/svc/internal/secrets"
)

// SecretsApp returns the scripts of an environment with the secrets that they need.
func SecretsApp(client *edgeapi.Client, vault Vault, scope port.Scope, scripts []edge.Script) *secrets.App {
	app := &secrets.App{
		Edge: client, Vault: vault.Scoped(scope),
		Owned: func(tags []string) bool { return owner.Has(tags, scope.Project, scope.Environment) },
	}
	for _, s := range scripts {
		app.Scripts = append(app.Scripts, secrets.Script{Name: s.Name, Worker: s.Worker, Needs: s.Secrets})
	}
	return app
}
