package edgeapi

import (
	"bytes"
	"context"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"strings"

	"github.com/appsvc/svc/internal/apiclient"
)

// Content returns the modules of a deployed script, without source maps.
func (c *Client) Content(ctx context.Context, script string) ([]Module, error) {
	sent := apiclient.Request{
		Method: http.MethodGet, Path: c.scriptPath(script, "/content/v2"), Timeout: callTimeout, Repeatable: true,
	}
	client := c.client()
	var modules []Module
	err := client.Call(ctx, sent, func(response apiclient.Response) (err error) {
		c.noteLimit(response.Header)
		d := decoder{client: client, request: sent, response: response, now: c.Now()}
		if response.Status >= http.StatusBadRequest {
			_, err = d.decode(nil)
			return err
		}
		if modules, err = readModules(response); err != nil {
			return d.apiError("this version of svc does not know the form of the content")
		}
		return nil
	})
	return modules, err
}

// readModules parses the parts of a response. The response may have been cut at maxResponse, which is an error.
func readModules(response apiclient.Response) ([]Module, error) {
	kind, parameters, err := mime.ParseMediaType(response.Header.Get("Content-Type"))
	if err != nil || !strings.HasPrefix(kind, "multipart/") {
		return nil, errors.Join(errors.New("not a multipart response"), err)
	}
	modules := []Module{}
	for reader := multipart.NewReader(bytes.NewReader(response.Body), parameters["boundary"]); ; {
		part, err := reader.NextPart()
		if err == io.EOF {
			return modules, nil
		}
		if err != nil {
			return nil, err
		}
		text, err := io.ReadAll(part)
		if err != nil {
			return nil, err
		}
		if kind := part.Header.Get("Content-Type"); kind != ModuleSourceMap {
			modules = append(modules, Module{Name: part.FormName(), Type: kind, Text: text})
		}
	}
}
