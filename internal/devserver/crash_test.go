package devserver

import (
	"bufio"
	"bytes"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	mathrand "math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/appsvc/svc/internal/control"
	"github.com/appsvc/svc/internal/crmsim"
)

const (
	// crashDir, set in the environment, makes this test binary the server that is to be killed.
	crashDir = "SVC_DEVSERVER_CRASH_DIR"
	// crashSeed repeats the kills of a run that failed.
	crashSeed = "SVC_DEVSERVER_CRASH_SEED"

	crashRounds  = 22
	crashClients = 4
	// crashWrites is the most that a round's clients get acknowledged before the kill.
	crashWrites = 150
	crashSecret = "crash client secret"
	crashKey    = "the control key of the crash test has 32 characters"
	crashHost   = "main.localhost"
)

// crashDeclarations write in the ways that handlers can.
const crashDeclarations = `
worker.cardBackend('put', { handler: async (ctx) => {
	await ctx.store.put(ctx.input.key, ctx.input.value);
	return ctx.input.value;
} });
worker.cardBackend('list', { handler: async (ctx) => {
	const entries = await ctx.store.list(ctx.input.prefix);
	return Object.fromEntries(entries.map(({ key, value }) => [key, value]));
} });
`

// crashed is what one state has acknowledged to its clients over all rounds.
type crashed struct {
	*testing.T
	dir string
	now *crashServer

	mu sync.Mutex
	// puts are the acknowledged values of ctx.store; counters and pairs the highest that were acknowledged.
	puts     map[string]int
	latest   map[string]int
	pair     int
	config   int
	reminded []string
	// kills is how many acknowledgements are left until the process is killed. due is closed then.
	kills int
	due   chan struct{}
}

// crashServer is one process.
type crashServer struct {
	*exec.Cmd
	address string
}

func (c *crashed) start() {
	c.Helper()
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), crashDir+"="+c.dir)
	child.Stderr = os.Stderr
	out, err := child.StdoutPipe()
	if err != nil {
		c.Fatal(err)
	}
	if err := child.Start(); err != nil {
		c.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil || !strings.HasPrefix(line, "127.0.0.1:") {
		c.Fatalf("the server does not start: %q, %v", line, err)
	}
	c.now = &crashServer{Cmd: child, address: strings.TrimSpace(line)}
}

func (c *crashed) kill() {
	c.Helper()
	if err := c.now.Process.Kill(); err != nil {
		c.Fatal(err)
	}
	_ = c.now.Wait() // it was killed
}

var errCrashed = errors.New("the server was killed")

// send sends a request to the current process, and returns the body of a 200.
func (c *crashed) send(host, method, path string, body any, sign func(*http.Request, []byte) error) ([]byte, error) {
	var text []byte
	if body != nil {
		var err error
		if text, err = json.Marshal(body); err != nil {
			return nil, err
		}
	}
	r, err := http.NewRequest(method, "http://"+host+path, bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Content-Type", "application/json")
	if err := sign(r, text); err != nil {
		return nil, err
	}
	r.Host, r.URL.Host = host, c.now.address
	response, err := crashClient.Do(r)
	if err != nil {
		return nil, errCrashed
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, errCrashed
	}
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s %s: %d %s", method, path, response.StatusCode, answer)
	}
	return answer, nil
}

var crashClient = http.Client{Transport: &http.Transport{DisableKeepAlives: true}}

func (c *crashed) card(id string, input any) (json.RawMessage, error) {
	text, err := c.send(crashHost, "POST", "/_svc/cards/"+id+"?portalId=1", map[string]any{"input": input}, func(
		r *http.Request, body []byte,
	) error {
		crmsim.SignV3(r, body, "X-Crm", crashSecret, time.Now())
		return nil
	})
	var answer struct{ Result json.RawMessage }
	if err == nil {
		err = json.Unmarshal(text, &answer)
	}
	return answer.Result, err
}

func (c *crashed) actor(method string, args any) (json.RawMessage, error) {
	call := map[string]any{"protocol": 1, "class": "TestActor", "name": "one", "method": method, "args": args}
	text, err := c.send("app.test", "POST", "/test/actor", call, func(*http.Request, []byte) error { return nil })
	var answer struct{ V, E json.RawMessage }
	if err == nil {
		err = json.Unmarshal(text, &answer)
	}
	if err == nil && answer.E != nil {
		err = errors.New(string(answer.E))
	}
	return answer.V, err
}

func (c *crashed) control(method, path string, body any) ([]byte, error) {
	return c.send("app.test", method, "/_svc/control"+path, body, func(r *http.Request, text []byte) error {
		return control.Key{ID: "k", Secret: crashKey, Environment: "dev"}.Sign(r, text, time.Now(), rand.Reader)
	})
}

// note keeps what was acknowledged, or reports a failure that no kill explains.
func (c *crashed) note(err error, acknowledged func()) bool {
	if err != nil {
		if !errors.Is(err, errCrashed) {
			c.Error(err)
		}
		return false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	acknowledged()
	if c.kills--; c.kills == 0 {
		close(c.due)
	}
	return true
}

// client writes until the process is killed. Each has its own keys.
func (c *crashed) client(round, number int) {
	latest := fmt.Sprintf("latest/%d", number)
	for i := 1; ; i++ {
		n := round*100_000 + i
		key := fmt.Sprintf("put/%d/%d/%d", round, number, i)
		_, err := c.card("put", map[string]any{"key": key, "value": n})
		if !c.note(err, func() { c.puts[key] = n }) {
			return
		}
		if _, err = c.card("put", map[string]any{"key": latest, "value": n}); !c.note(err, func() { c.latest[latest] = n }) {
			return
		}
		if number == 0 {
			_, err = c.actor("pair", n)
			if !c.note(err, func() { c.pair = n }) {
				return
			}
		}
		if number == 1 {
			name := fmt.Sprintf("%d-%d", round, i)
			due := time.Now().Add(time.Duration(i%7) * 50 * time.Millisecond).UnixMilli()
			if _, err = c.actor("remind", map[string]any{"n": name, "at": due}); !c.note(
				err, func() { c.reminded = append(c.reminded, name) },
			) {
				return
			}
		}
		if number == 2 {
			if _, err = c.control("PUT", "/installs/static/config", map[string]any{"n": n}); !c.note(
				err, func() { c.config = n },
			) {
				return
			}
		}
	}
}

// check compares what is there with what was acknowledged. An unacknowledged write may be there too.
func (c *crashed) check(round int) {
	c.Helper()
	for prefix, want := range map[string]map[string]int{
		fmt.Sprintf("put/%d/", round): c.putsOf(round), "latest/": c.latest,
	} {
		text, err := c.card("list", map[string]any{"prefix": prefix})
		got := map[string]int{}
		if err = errors.Join(err, json.Unmarshal(text, &got)); err != nil {
			c.Fatal(err)
		}
		for key, value := range want {
			if got[key] < value {
				c.Errorf("round %d: %s is %d, and %d was acknowledged", round, key, got[key], value)
			}
		}
	}
	var pair struct{ First, Second int }
	if text, err := c.actor("read", nil); err != nil || json.Unmarshal(text, &pair) != nil || pair.First != pair.Second ||
		pair.First < c.pair {
		c.Errorf("round %d: a turn wrote %+v, %d was acknowledged, %v", round, pair, c.pair, err)
	}
	if text, err := c.control("GET", "/installs/static", nil); err != nil || c.configIn(text) < c.config {
		c.Errorf("round %d: the config is %s, and %d was acknowledged; %v", round, text, c.config, err)
	}
}

// configIn is the number in the config of an install as the control route shows it.
func (c *crashed) configIn(text []byte) int {
	var answer struct {
		Install struct{ Config struct{ N int } }
	}
	if err := json.Unmarshal(text, &answer); err != nil {
		c.Error(err)
	}
	return answer.Install.Config.N
}

func (c *crashed) putsOf(round int) map[string]int {
	of := map[string]int{}
	for key, value := range c.puts {
		if strings.HasPrefix(key, fmt.Sprintf("put/%d/", round)) {
			of[key] = value
		}
	}
	return of
}

// checkAlarms waits until every acknowledged reminder has rung.
func (c *crashed) checkAlarms() {
	c.Helper()
	var missing []string
	soon(c.T, "every alarm", func() bool {
		text, err := c.actor("rang", nil)
		var rang []string
		if err = errors.Join(err, json.Unmarshal(text, &rang)); err != nil {
			c.Fatal(err)
		}
		missing = slices.DeleteFunc(slices.Clone(c.reminded), func(name string) bool { return slices.Contains(rang, name) })
		return len(missing) == 0
	})
}

func TestAKilledServerKeepsAcknowledgedWrites(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	if text := os.Getenv(crashSeed); text != "" {
		var err error
		if seed, err = strconv.ParseUint(text, 10, 64); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("seed: %s=%d", crashSeed, seed)
	random := mathrand.New(mathrand.NewPCG(seed, 0))
	c := &crashed{
		T: t, dir: newFixture(t, crashDeclarations).options.Dir, puts: map[string]int{}, latest: map[string]int{},
	}
	c.start()
	defer func() { c.kill() }()
	for round := range crashRounds {
		var clients sync.WaitGroup
		c.kills, c.due = 1+random.IntN(crashWrites), make(chan struct{})
		for number := range crashClients {
			clients.Go(func() { c.client(round, number) })
		}
		ended := make(chan struct{})
		go func() { clients.Wait(); close(ended) }()
		select {
		case <-c.due:
		case <-ended: // each has failed
		}
		c.kill()
		<-ended
		c.start()
		c.check(round)
	}
	c.checkAlarms()
	t.Logf("%d kills; acknowledged: %d puts, %d reminders", crashRounds, len(c.puts), len(c.reminded))
	if len(c.puts) < crashRounds || len(c.reminded) == 0 || c.pair == 0 || c.config == 0 {
		t.Errorf(
			"the clients got hardly anything done: %d puts, %d reminders, pair %d, config %d", len(c.puts), len(c.reminded),
			c.pair, c.config,
		)
	}
}
