package login

import (
	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
)

// showPage prints the page where a credential is made. On a terminal it also opens it, unless the user forbids it. It
// does not wait for the browser: until the prompt hides it, the terminal would show a credential that is pasted early.
func (o *loginOptions) showPage(env *cli.Env, what, page string) {
	env.Notef("%s: %s", what, page)
	if o.noBrowser || !env.CanPrompt() {
		return
	}
	if _, err := cmdutil.StartBrowser(page); err != nil {
		env.Notef("cannot start a browser; open this address yourself")
	}
}
