package testscripts

import (
	"bufio"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/appsvc/svc/test/fakes/edgefake"
)

func init() {
	commands["workers"] = cmdWorkers
	commands["down"] = cmdDown
	commands["refuses"] = cmdRefuses
}

// workersDev is a proxy that answers for every deployed worker below workers.dev.
type workersDev struct {
	edge        *edgefake.Fake
	certificate tls.Certificate

	mu     sync.Mutex
	down   map[string]bool
	thrown map[string][]byte // the error that an app worker shows, as its answer
}

// workersOf holds the proxies of scripts by URL.
var workersOf started[*workersDev]

// startWorkers starts a proxy. It returns the environment variables that make svc use and trust it.
func startWorkers(edge *edgefake.Fake, dir string) (*workersDev, *httptest.Server, map[string]string, error) {
	w := &workersDev{edge: edge, down: map[string]bool{}, thrown: map[string][]byte{}}
	authority := filepath.Join(dir, "workers-ca.pem")
	if err := w.certify(authority); err != nil {
		return nil, nil, nil, err
	}
	server := httptest.NewServer(w)
	return w, server, map[string]string{"HTTPS_PROXY": server.URL, "SSL_CERT_FILE": authority}, nil
}

// cmdWorkers makes the scripts of the fake edge platform answer at https://<script>.acme.workers.dev.
func cmdWorkers(ts *testscript.TestScript, neg bool, args []string) {
	p := platformsOf.get(ts.Getenv("SVC_EDGE_API_URL"))
	if neg || len(args) != 0 || p == nil {
		ts.Fatalf("usage: workers, after platforms")
	}
	w, server, variables, err := startWorkers(p.edge, ts.MkAbs("."))
	ts.Check(err)
	ts.Defer(server.Close)
	workersOf.set(server.URL, w)
	for name, value := range variables {
		ts.Setenv(name, value)
	}
}

// cmdDown makes the health check of a script fail: down script. ! makes it succeed again.
func cmdDown(ts *testscript.TestScript, neg bool, args []string) {
	w := workersOf.get(ts.Getenv("HTTPS_PROXY"))
	if len(args) != 1 || w == nil {
		ts.Fatalf("usage: down script, after workers")
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.down[args[0]] = !neg
}

// cmdRefuses makes the CRM reject a component: refuses build|deploy|block uid message. A build or deploy fails once. A
// block lasts until it gets an empty message.
func cmdRefuses(ts *testscript.TestScript, neg bool, args []string) {
	p := platformsOf.get(ts.Getenv("SVC_EDGE_API_URL"))
	orders := map[string]func(uid, message string){}
	if p != nil {
		orders = map[string]func(uid, message string){
			"build": p.crm.FailBuild, "deploy": p.crm.FailDeploy, "block": p.crm.Block,
		}
	}
	if neg || len(args) != 3 || orders[args[0]] == nil {
		ts.Fatalf("usage: refuses build|deploy|block uid message, after platforms")
	}
	orders[args[0]](args[1], args[2])
}

// certify makes a certificate for all workers of the account.
func (w *workersDev) certify(authority string) error {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	form := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), IsCA: true,
		BasicConstraintsValid: true, DNSNames: []string{"*.acme.workers.dev"},
		KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
	}
	der, err := x509.CreateCertificate(rand.Reader, form, form, &key.PublicKey, key)
	if err != nil {
		return err
	}
	w.certificate = tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
	return os.WriteFile(authority, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), 0o644)
}

// ServeHTTP accepts tunnels.
func (w *workersDev) ServeHTTP(answer http.ResponseWriter, r *http.Request) {
	hijacker, can := answer.(http.Hijacker)
	if r.Method != http.MethodConnect || !can {
		http.Error(answer, "this proxy tunnels only", http.StatusMethodNotAllowed)
		return
	}
	connection, _, err := hijacker.Hijack()
	if err != nil {
		return
	}
	go w.tunnel(connection)
}

// tunnel answers the requests of one connection.
func (w *workersDev) tunnel(connection net.Conn) {
	defer connection.Close()
	if _, err := connection.Write([]byte("HTTP/1.1 200 OK\r\n\r\n")); err != nil {
		return
	}
	secured := tls.Server(connection, &tls.Config{
		Certificates: []tls.Certificate{w.certificate}, NextProtos: []string{"http/1.1"},
	})
	reader := bufio.NewReader(secured)
	for {
		r, err := http.ReadRequest(reader)
		if err != nil {
			return
		}
		recorder := httptest.NewRecorder()
		w.worker(recorder, r)
		result := recorder.Result()
		result.ContentLength = int64(recorder.Body.Len())
		if result.Write(secured) != nil {
			return
		}
	}
}

// worker answers like the deployed script.
func (w *workersDev) worker(answer http.ResponseWriter, r *http.Request) {
	script, _, _ := strings.Cut(r.Host, ".")
	var dump struct {
		Scripts map[string]struct {
			Tags      []string `json:"tags"`
			Subdomain bool     `json:"subdomain"`
		} `json:"scripts"`
	}
	if err := json.Unmarshal([]byte(w.edge.Dump(false)), &dump); err != nil {
		http.Error(answer, err.Error(), http.StatusInternalServerError)
		return
	}
	if w.answerThrown(answer, r, script) {
		return
	}
	live, found := dump.Scripts[script]
	w.mu.Lock()
	down := w.down[script]
	w.mu.Unlock()
	switch {
	case found && live.Subdomain && !down && w.answerCheckpoints(answer, r, script):
	case !found || !live.Subdomain || r.URL.Path != "/_svc/health":
		http.Error(answer, "<h1>There is nothing here yet</h1>", http.StatusNotFound)
	case down || slices.Contains(live.Tags, "svc-digest=placeholder"):
		http.Error(answer, `{"ok":false,"error":"not_configured"}`, http.StatusServiceUnavailable)
	default:
		_, _ = answer.Write([]byte(`{"ok":true}`))
	}
}
