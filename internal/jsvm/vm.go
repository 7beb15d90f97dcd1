// Package jsvm is the JavaScript engine of the tool: the only importer of goja.
package jsvm
