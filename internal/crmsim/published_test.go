package crmsim_test

import (
	"encoding/json"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/appsvc/svc/internal/crmsim"
	"github.com/appsvc/svc/internal/crmsim/simtest"
)

// listOperations prints the operations of the vendor's client, which is generated from the published documents.
const listOperations = `import { publishedOperations } from '../../sdk/test/published/operations.mjs';
console.log(JSON.stringify(publishedOperations().map(({ method, template }) => [method, template])));`

// A call of the published API is answered, or named as one that is not emulated. Without Node the test fails.
func TestNoPublishedOperationIsUnknown(t *testing.T) {
	output, err := exec.Command("node", "--input-type=module", "-e", listOperations).Output()
	if err != nil {
		t.Fatalf("the test needs node 20 and the packages of npm ci: %v", err)
	}
	var operations [][2]string
	if err := json.Unmarshal(output, &operations); err != nil {
		t.Fatal(err)
	}
	if len(operations) < 500 {
		t.Fatalf("got %d operations", len(operations))
	}
	s := simtest.New(t, crmsim.Options{OAuth: &crmsim.OAuth{}})
	parameter := regexp.MustCompile(`\{\w+\}`)
	for _, operation := range operations {
		path := strings.ReplaceAll(operation[1], "{objectType}", "contacts")
		request := httptest.NewRequest(operation[0], parameter.ReplaceAllString(path, "1"), strings.NewReader("{}"))
		request.Header.Set("Authorization", "Bearer "+simtest.Token)
		request.Header.Set("Content-Type", "application/json")
		answer := httptest.NewRecorder()
		s.ServeHTTP(answer, request)
		isRecord := strings.Contains(answer.Body.String(), "OBJECT_NOT_FOUND")
		if answer.Code == 405 || !isRecord && strings.Contains(answer.Body.String(), "resource not found") {
			t.Errorf("%s %s answers %d %s", operation[0], operation[1], answer.Code, answer.Body)
		}
	}
}

// Answers about custom channels and app events, which the vendor's client lacks, are those of the published documents.
func TestAnswersAreThoseOfThePublishedDocuments(t *testing.T) {
	s := simtest.New(t, crmsim.Options{Events: []crmsim.EventType{
		{Name: "PAID", ObjectType: "contact", Properties: map[string]crmsim.Property{"amount": {Type: "number"}}},
	}})
	server := httptest.NewServer(s)
	defer server.Close()
	simtest.Check(t, s, []simtest.Exchange{
		{"POST", "/conversations/v3/custom-channels", `{"name":"Chat","capabilities":{}}`, 201, `..."name":"Chat"`},
	})
	token, err := s.StageChannelAccount("1", 3)
	if err != nil {
		t.Fatal(err)
	}
	command := exec.Command("node", filepath.Join("testdata", "published-answers.mjs"))
	command.Env = append(
		os.Environ(), "CRM_ORIGIN="+server.URL, "CRM_TOKEN="+simtest.Token, "CHANNEL=1", "STAGING_TOKEN="+token,
	)
	if output, err := command.CombinedOutput(); err != nil {
		t.Fatalf("the test needs node 20 and the packages of npm ci: %v\n%s", err, output)
	}
}
