package login

import (
	"strings"
	"testing"

	"github.com/appsvc/svc/internal/cli/clitest"
	"github.com/appsvc/svc/internal/deploy/edgeapi"
)

func TestTextsOfPlatformsHaveNoControlCharacters(t *testing.T) {
	const hostile = "x\x1b]0;owned\a\ny\u202e"
	env, _, out := clitest.Env("", nil)
	may := abilities{Scopes: []string{hostile}, ExpiresOn: hostile}
	may.print(env)
	_, err := chooseFrom(env, []edgeapi.Account{{ID: "1", Name: hostile}, {ID: "2", Name: hostile}}, "")
	_, other := chooseFrom(env, []edgeapi.Account{{ID: "1", Name: hostile}}, "3")
	texts := []string{accountDocument{ID: hostile, Name: hostile}.String(), strings.ReplaceAll(out.String(), "\n", "")}
	for _, err := range []error{err, other} {
		env, _, out := clitest.Env("", nil)
		env.Fail(err)
		texts = append(texts, strings.ReplaceAll(out.String(), "\n", ""))
	}
	for _, text := range texts {
		if !strings.Contains(text, "owned") || strings.ContainsAny(text, "\x1b\a\n\u202e") {
			t.Errorf("%q", text)
		}
	}
}
