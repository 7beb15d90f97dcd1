package check

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/appsvc/svc/internal/bundle"
	"github.com/appsvc/svc/internal/cli/clitest"
)

// Files without findings. Words between « and » are misspelled at random.
const (
	configText = `import { defineApp } from '@svc/sdk';
export default defineApp({
	name: 'Grüße 😀', «distribution»: '«private»', auth: '«static»', platformVersion: '2026.03',
	«scopes»: [
		'crm.objects.«contacts».read', 'crm.objects.«companies».write',
	],
});
`
	workerText = `import { defineWorker } from '@svc/sdk';
const worker = defineWorker('main');
worker.tool('go', {
  /* ö😀 */ «label»: 'Go', objectType: '«contact»',
  «input»: { tone: { «type»: '«enumeration»', «options»: ['a', 'b'] }, at: { 'type': '«datetime»' } },
  async handler(ctx) {
    await ctx.crm.objects.get('contacts', '1');
    await ctx.crm.objects.update('companies', '1', { properties: {} });
    ctx.«logger».info('done');
  },
});
worker.trigger('changed', { eventType: '«contact».propertyChange.email', «dedup»: '«strict»', async handler() {} });
export default worker;
`
)

// planted is a file with mistakes. Parts of texts alternate with words.
type planted struct {
	parts, right, wrong []string
}

// plant misspells some words of a text.
func plant(r *rand.Rand, text string) (p planted) {
	for i, part := range strings.FieldsFunc(text, func(c rune) bool { return c == '«' || c == '»' }) {
		if i%2 == 0 {
			p.parts = append(p.parts, part)
			continue
		}
		p.right, p.wrong = append(p.right, part), append(p.wrong, part)
		if r.IntN(3) == 0 {
			p.wrong[len(p.wrong)-1] = misspell(r, part)
		}
	}
	return p
}

func misspell(r *rand.Rand, word string) string {
	at := r.IntN(len(word) - 1)
	switch r.IntN(4) {
	case 0: // leave out a letter
		return word[:at] + word[at+1:]
	case 1: // double one
		return word[:at] + word[at:at+1] + word[at:]
	case 2: // swap two
		return word[:at] + word[at+1:at+2] + word[at:at+1] + word[at+2:]
	}
	return word[:at] + strings.ToUpper(word[at:at+1]) + word[at+1:]
}

// join returns the text with these words.
func (p planted) join(words []string) string {
	var b strings.Builder
	for i, part := range p.parts {
		b.WriteString(part)
		if i < len(words) {
			b.WriteString(words[i])
		}
	}
	return b.String()
}

// mended returns how many words a text has right again. Everything else must be as planted.
func (p planted) mended(text string) (count int, err error) {
	rest := text
	for i, part := range p.parts {
		var ok bool
		if rest, ok = strings.CutPrefix(rest, part); !ok {
			return 0, fmt.Errorf("text before %q changed", p.parts[i])
		}
		if i == len(p.right) {
			break
		}
		if after, ok := strings.CutPrefix(rest, p.wrong[i]); ok && strings.HasPrefix(after, p.parts[i+1]) {
			rest = after
			continue
		}
		if rest, ok = strings.CutPrefix(rest, p.right[i]); !ok {
			return 0, fmt.Errorf("%q became something else than %q", p.wrong[i], p.right[i])
		}
		count++
	}
	return count, nil
}

// form changes the form of a source: line endings, quotes, byte order mark, end of the file.
func form(r *rand.Rand, text string) string {
	if r.IntN(2) == 0 {
		text = strings.ReplaceAll(text, "'", `"`)
	}
	if r.IntN(2) == 0 {
		text = strings.ReplaceAll(text, "\n", "\r\n")
	}
	if r.IntN(2) == 0 {
		text = "\ufeff" + text
	}
	if r.IntN(2) == 0 {
		text = strings.TrimRight(text, "\r\n")
	}
	return text
}

func TestFixesOfRandomMistakesRestoreTheSource(t *testing.T) {
	const apps = 16
	wrong, mended := 0, 0
	for seed := range uint64(apps) {
		r := rand.New(rand.NewPCG(seed, 1))
		files := map[string]planted{
			"svc.config.ts": plant(r, form(r, configText)), "src/workers/main.ts": plant(r, form(r, workerText)),
		}
		dir := t.TempDir()
		for name, p := range files {
			writeSource(t, filepath.Join(dir, name), p.join(p.wrong))
		}
		fixed := fixedSources(t, dir, files)
		for name, p := range files {
			count, err := p.mended(fixed[name])
			if err != nil || !bundle.Parses(name, fixed[name]) {
				t.Errorf("seed %d: %v\n%s\n%s", seed, err, p.join(p.wrong), fixed[name])
			}
			mended += count
			for i := range p.right {
				if p.right[i] != p.wrong[i] {
					wrong++
				}
			}
		}
		if again := fixedSources(t, dir, files); again["svc.config.ts"] != fixed["svc.config.ts"] ||
			again["src/workers/main.ts"] != fixed["src/workers/main.ts"] {
			t.Errorf("seed %d: a second run changes files", seed)
		}
	}
	t.Logf("%d of %d mistakes fixed", mended, wrong)
	if mended*10 < wrong*8 {
		t.Errorf("only %d of %d mistakes were fixed", mended, wrong)
	}
}

func writeSource(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// fixedSources runs svc check --fix.
func fixedSources(t *testing.T, dir string, files map[string]planted) map[string]string {
	t.Helper()
	env, _, _ := clitest.Env("", nil)
	env.Dir = dir
	o := &options{folder: ".", failOn: failOnNever, fix: true}
	if err := o.complete(env); err != nil {
		t.Fatal(err)
	}
	if err := runFix(context.Background(), env, o); err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	for name := range files {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		texts[name] = string(text)
	}
	return texts
}
