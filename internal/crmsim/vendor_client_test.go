// This file has the vendor's own client drive the emulated CRM.

package crmsim

import (
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// Without Node or the client the test fails: nothing would be proved.
func TestTheVendorsOwnClientIsServed(t *testing.T) {
	s := newSim(t, Options{
		PropertyPrefix: "hs_", AssociationCategory: "HUBSPOT_DEFINED", Events: logins,
		Types: []ObjectType{{
			Name: "invoices", Singular: "invoice", ID: "2-1",
			Properties: map[string]Property{"number": {Type: "string", Unique: true}, "total": {Type: "number"}},
		}},
	})
	server := httptest.NewServer(s)
	defer server.Close()
	command := exec.Command("node", filepath.Join("testdata", "vendor-client.cjs"))
	command.Env = append(os.Environ(), "CRM_ORIGIN="+server.URL, "CRM_TOKEN="+token)
	if output, err := command.CombinedOutput(); err != nil {
		t.Fatalf("node 20 and the packages of npm ci are needed: %v\n%s", err, output)
	}
}
