package crmsim_test

import (
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/appsvc/svc/internal/crmsim"
	"github.com/appsvc/svc/internal/crmsim/simtest"
)

// The vendor's own client calls the emulated CRM. Without Node or the client the test fails.
func TestVendorClient(t *testing.T) {
	s := simtest.New(t, crmsim.Options{
		PropertyPrefix: "hs_", AssociationCategory: "HUBSPOT_DEFINED",
		Events: []crmsim.EventType{
			{
				Name: "login", ObjectType: "contact", Custom: true,
				Properties: map[string]crmsim.Property{"device": {Type: "string"}},
			},
		},
		Types: []crmsim.ObjectType{{
			Name: "invoices", Singular: "invoice", ID: "2-1",
			Properties: map[string]crmsim.Property{"number": {Type: "string", Unique: true}, "total": {Type: "number"}},
		}},
	})
	server := httptest.NewServer(s)
	defer server.Close()
	command := exec.Command("node", filepath.Join("testdata", "vendor-client.cjs"))
	command.Env = append(os.Environ(), "CRM_ORIGIN="+server.URL, "CRM_TOKEN="+simtest.Token)
	if output, err := command.CombinedOutput(); err != nil {
		t.Fatalf("the test needs node 20 and the packages of npm ci: %v\n%s", err, output)
	}
}
