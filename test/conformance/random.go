package conformance

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/appsvc/svc/contract"
	"github.com/appsvc/svc/test/canary"
)

// Random configures random requests to both hosts.
type Random struct {
	// Seed determines the requests.
	Seed uint64
	// More reports whether to send another request after n.
	More func(n int) bool
}

// delayed are routes whose answers depend on when the host runs alarms and sends records. Only status and code of
// theirs are compared.
var delayed = []string{
	"/_svc/control/checkpoints", "/_svc/control/syncs", "/_svc/control/poison", "/_svc/control/installs",
}

// randomRun sends the same random requests to the hosts, in sequence.
type randomRun struct {
	*Suite
	rigs     []*rig
	declared map[string]int
	result   *Result
}

// random sends the requests and reports each answer that a host must not give or that the hosts give differently.
func (s *Suite) random(ctx context.Context, rigs []*rig, number int, result *Result) error {
	list, err := contract.Errors()
	if err != nil {
		return err
	}
	run := &randomRun{Suite: s, rigs: rigs, declared: map[string]int{}, result: result}
	for _, e := range list {
		run.declared[e.Code] = e.Status
	}
	for _, r := range rigs {
		w := r.outside.begin(number, &caseFile{}) // its handlers may call the CRM
		defer r.outside.end(w)
	}
	for n := 0; s.Random.More(n) && ctx.Err() == nil; n++ {
		result.Random++
		if err := run.send(ctx, rand.New(rand.NewPCG(s.Random.Seed, uint64(n)))); err != nil {
			return err
		}
	}
	return nil
}

// send sends one request to each host, with its own signature.
func (run *randomRun) send(ctx context.Context, random *rand.Rand) error {
	plain, sign := randomRequest(random)
	answers := make([]answer, len(run.rigs))
	var sending sync.WaitGroup
	for i, r := range run.rigs {
		signed := *plain
		signed.headers = slices.Clone(plain.headers)
		if err := r.signers[randomApp].sign(&signed, sign); err != nil {
			return err
		}
		sending.Go(func() { answers[i] = r.client.do(ctx, &signed) })
	}
	sending.Wait()
	var faults []string
	for i, r := range run.rigs {
		for _, fault := range run.faults(r, plain, answers[i]) {
			faults = append(faults, fmt.Sprintf("in %s: %s", r.name(), fault))
		}
	}
	if len(answers) == 2 && len(faults) == 0 {
		faults = run.differences(plain, answers[0], answers[1])
	}
	if len(faults) > 0 {
		run.result.Differences++
		run.printf(
			"FAIL random request %d of seed %d\n  %s\n  %s\n\n", run.result.Random, run.Random.Seed, plain.text(sign),
			strings.Join(faults, "\n  "),
		)
	}
	return nil
}

// faults lists what an answer must not be: none, undeclared or with a secret.
func (run *randomRun) faults(r *rig, sent *request, got answer) []string {
	if got.err != nil || got.aborted {
		return []string{got.text()}
	}
	var faults []string
	if got.status >= http.StatusInternalServerError && run.declared[got.code()] != got.status {
		faults = append(faults, "undeclared answer: "+got.text())
	}
	for name, secret := range r.bindings[randomApp] {
		if len(secret) >= minLeak && !slices.Contains(publicBindings, name) &&
			canary.Find(fmt.Sprint(got.headers)+got.body, secret) != "" && !strings.Contains(sent.body+sent.path, secret) {
			faults = append(faults, fmt.Sprintf("the answer has the secret %s: %s", name, got.text()))
		}
	}
	return faults
}

// differences compares the answers of two hosts.
func (run *randomRun) differences(sent *request, a, b answer) []string {
	if a.status != b.status || a.code() != b.code() {
		return []string{a.text(), b.text()}
	}
	if slices.ContainsFunc(delayed, func(prefix string) bool { return strings.HasPrefix(sent.path, prefix) }) {
		return nil
	}
	return differentAnswers(answered{answer: a}, answered{answer: b}, false)
}

// code returns the error code of an answer, or "".
func (a answer) code() string {
	value, _ := decode(a.body)
	object, _ := value.(map[string]any)
	return text(object["error"])
}

// text formats a request for messages.
func (r *request) text(sign string) string {
	return fmt.Sprintf("%s %s to %s, Sign: %s, headers %v, body %s", r.method, short(r.path), r.worker, sign, r.headers,
		short(r.body))
}
