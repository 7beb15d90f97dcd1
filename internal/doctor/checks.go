package doctor

// checks are shown in this order.
var checks = []check{
	{id: "version", title: "svc and its SDK", run: checkVersion},
	{id: "node", title: "Node", run: checkNode},
	{id: "project", title: "project", run: checkProject},
	{id: "workspace", title: "workspace", run: checkWorkspace},
	{id: "platform-version", title: "platformVersion", run: checkPlatformVersion},
	{id: "link", title: "link to deployments", run: checkLink},
	{id: "ignored", title: "version control", run: checkIgnored},
	{id: "state", title: "state of this machine", run: checkState},
	{id: "ports", title: "ports", run: checkPorts},
	{id: "bindings", title: ".dev.vars", run: checkBindings},
	{id: "credentials", title: "credentials", run: checkCredentials},
	{id: "clock", title: "clock", online: true, run: checkClock},
	{id: "reach", title: "app workers", online: true, run: checkReach},
	{id: "secrets", title: "deployed secrets", online: true, run: checkSecrets},
	{id: "redirect-urls", title: "redirect URLs", run: checkRedirects},
}
