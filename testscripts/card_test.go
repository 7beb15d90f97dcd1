package testscripts

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/appsvc/svc/internal/crmsim"
)

func init() { commands["asks"] = cmdAsks }

// scriptSecret is CRM_CLIENT_SECRET in the .dev.vars of scripts with cards.
const scriptSecret = "the-secret"

// cmdAsks asks a card backend of the server as the CRM does for a card in a portal: asks worker card portal [input]. It
// prints status and body. The request has the signature of $SIGNED_WITH, or else of the script's secret.
func cmdAsks(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 || len(args) > 4 {
		ts.Fatalf("usage: asks worker card portal [input], after develops")
	}
	input := "{}"
	if len(args) == 4 {
		input = args[3]
	}
	secret := ts.Getenv("SIGNED_WITH")
	if secret == "" {
		secret = scriptSecret
	}
	body := []byte(`{"input":` + input + `}`)
	address := fmt.Sprintf("%s/w/%s/_svc/cards/%s?userId=7&portalId=%s&userEmail=a%%40example.com&appId=5001",
		ts.Getenv("DEV"), args[0], args[1], args[2])
	r, err := http.NewRequest(http.MethodPost, address, bytes.NewReader(body))
	ts.Check(err)
	r.Header.Set("Content-Type", "application/json")
	crmsim.SignV3(r, body, "X-Crm", secret, time.Now())
	client := http.Client{Timeout: patience}
	response, err := client.Do(r)
	ts.Check(err)
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	ts.Check(err)
	fmt.Fprintf(ts.Stdout(), "%d %s\n", response.StatusCode, text)
}
