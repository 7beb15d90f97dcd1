package diagnose

import "testing"

const curlVerbose = `* Connected to api.crm.example
> POST /crm/v3/objects/contacts/search HTTP/1.1
> Retry-After: 99999
> Authorization: Bearer hidden
>
< HTTP/1.1 100 Continue
< X-Crm-RateLimit-Remaining: 5
<
< HTTP/1.1 429 Too Many Requests
< Content-Type: application/json
<
{"status":"error",
 "policyName":"SECONDLY"}
* Connection #0 left intact`

func TestReadIgnoresTheNotesOfCurl(t *testing.T) {
	a, err := Read([]byte(curlVerbose))
	if err != nil {
		t.Fatal(err)
	}
	if a.Status != 429 || !a.isSearch() || a.text("policyName") != "SECONDLY" {
		t.Errorf("%+v", a)
	}
	if a.Header["retry-after"] != "" || a.Header["x-crm-ratelimit-remaining"] != "" {
		t.Errorf("headers of the request or of an earlier response: %v", a.Header)
	}
}

func TestReadRejectsTextWithoutAResponse(t *testing.T) {
	for _, text := range []string{"", "   ", "hello", "{", "{]", "[1]", "null"} {
		if a, err := Read([]byte(text)); err == nil {
			t.Errorf("Read(%q) = %+v", text, a)
		}
	}
}

func TestHeadersAreStringsNumbersOrLists(t *testing.T) {
	a, err := Read([]byte(`{"statusCode":429,"headers":{"Retry-After":["7"],"X-Crm-RateLimit-Max":110,"Odd":{}}}`))
	if err != nil || a.Header["retry-after"] != "7" || a.Header["x-crm-ratelimit-max"] != "110" {
		t.Errorf("%+v, %v", a, err)
	}
}

func FuzzDiagnose(f *testing.F) {
	for _, seed := range []string{
		curlVerbose, `{"status":429,"headers":{"retry-after":"-1"}}`, "HTTP/1.1 429\nRetry-After: 1e999\n", "Headers: {}",
		`Body: "{"`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		a, err := Read([]byte(text))
		if err != nil {
			return
		}
		d := Diagnose(a, noon)
		if d.Title == "" || len(d.Todo) == 0 {
			t.Errorf("%q is not explained: %+v", text, d)
		}
		if d.RetryAfterSeconds != nil && (*d.RetryAfterSeconds < 0 || *d.RetryAfterSeconds > 86_400) {
			t.Errorf("%q: retries after %d s", text, *d.RetryAfterSeconds)
		}
	})
}
