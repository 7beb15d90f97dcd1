package pages

import "slices"

// notRun are the commands of pages that no test runs, after the page, by reason.
var notRun = map[string][]string{
	"not published yet; test/install installs the packages from a registry on loopback": {
		"README.md: npm install --global @svc/cli",
		"README.md: go install github.com/appsvc/svc/cmd/svc@latest",
		"docs/install.md: npm install --save-dev @svc/cli",
		"docs/install.md: npm install @svc/sdk",
		"docs/install.md: npx svc check",
		"docs/install.md: go install github.com/appsvc/svc/cmd/svc@latest",
		"npm/cli/README.md: npm install --save-dev @svc/cli @svc/sdk",
		"npm/cli/README.md: npx svc check",
	},
	"takes minutes; test/install makes a release and verifies it": {
		"docs/install.md: sha256sum --check --ignore-missing SHA256SUMS",
		"docs/install.md: openssl pkeyutl -verify -pubin -inkey svc-release.pub -rawin -in SHA256SUMS " +
			"-sigfile SHA256SUMS.sig",
		"docs/release.md: make release",
		"docs/release.md: make release ONLY=linux/amd64",
		"docs/release.md: make release URL=https://releases.example/v0.1.0",
		`docs/release.md: make release SVC_RELEASE_KEY="$HOME/svc-release.key"`,
	},
	"builds the binary that the scripts run": {
		"README.md: go install ./cmd/svc",
		"docs/install.md: go install ./cmd/svc",
	},
	"needs Docker": {
		"docs/install.md: docker build -t svc .",
		`docs/install.md: docker run --rm --user "$(id -u):$(id -g)" -v "$PWD:/app" svc check`,
	},
	"asks npm for its registry; the script has one on loopback": {
		"docs/install.md: export SVC_REGISTRY_URL=$(npm config get registry)",
	},
	"follows the log until it is stopped": {
		`docs/dev.md: curl -sN http://localhost:9099 | ` +
			`jq -c 'select((.trace // .card.trace // "") | startswith("0af76519"))'`,
		`docs/dev.md: curl -sN http://localhost:9099 | jq -r 'select(.event == "log") | .log.message'`,
	},
	"needs a deployed user worker; sync_served.txtar runs it with --url": {
		"docs/syncs.md: svc sync run ledger-invoices --install 1000001 --env production",
	},
	"watches for 15 minutes; gradual_test.go does so with a clock of its own": {
		"docs/deploy.md: svc deploy --canary 10% --until 'count >= 100 and error_rate < 0.01' --for 15m",
	},
	"needs the npm registry; dev_workerd_test.go runs it with the package of this repository": {
		"docs/dev.md: svc dev --engine workerd --install",
	},
	"gives the machine a public address; dev_portal_test.go runs it with a tool of its own": {
		"docs/dev.md: svc dev --portal --tunnel=cloudflared",
	},
	"has a placeholder; make conformance runs it": {
		"docs/adding.md: go run ./test/conformance/run -run <part of the name> -v",
	},
}

// IsNotRun reports whether no test runs a command of a page.
func IsNotRun(page, command string) bool {
	return slices.Contains(NotRun(), page+": "+command)
}

// NotRun returns the commands that no test runs, each after its page and a colon.
func NotRun() (all []string) {
	for _, commands := range notRun {
		all = append(all, commands...)
	}
	return all
}
