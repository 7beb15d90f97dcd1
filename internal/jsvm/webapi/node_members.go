package webapi

// nodeMembers are the functions and objects that modules of Node have on the edge. Those that a script of js/node does
// not define throw when they are used. A module without a script has only these.
var nodeMembers = map[string]string{
	"assert": "AssertionError deepEqual deepStrictEqual doesNotMatch doesNotReject doesNotThrow equal " +
		"fail ifError match notDeepEqual notDeepStrictEqual notEqual notStrictEqual ok " +
		"partialDeepStrictEqual rejects strict strictEqual throws",
	"async_hooks": "AsyncLocalStorage AsyncResource asyncWrapProviders createHook executionAsyncId " +
		"executionAsyncResource triggerAsyncId",
	"buffer":        "Blob Buffer File SlowBuffer atob btoa constants isAscii isUtf8 resolveObjectURL transcode",
	"child_process": "ChildProcess exec execFile execFileSync execSync fork spawn spawnSync",
	"cluster":       "Worker domain settings workers",
	"crypto": "Certificate Cipher Cipheriv CryptoKey Decipher Decipheriv DiffieHellman DiffieHellmanGroup " +
		"ECDH Hash Hmac KeyObject PrivateKeyObject PublicKeyObject SecretKeyObject Sign Verify " +
		"X509Certificate checkPrime checkPrimeSync constants createCipher createCipheriv " +
		"createDecipher createDecipheriv createDiffieHellman createDiffieHellmanGroup createECDH " +
		"createHash createHmac createPrivateKey createPublicKey createSecretKey createSign " +
		"createVerify generateKey generateKeyPair generateKeyPairSync generateKeySync generatePrime " +
		"generatePrimeSync getCipherInfo getCiphers getCurves getDiffieHellman getFips getHashes " +
		"getRandomValues hash hkdf hkdfSync pbkdf2 pbkdf2Sync privateDecrypt privateEncrypt " +
		"pseudoRandomBytes publicDecrypt publicEncrypt randomBytes randomFill randomFillSync " +
		"randomInt randomUUID scrypt scryptSync secureHeapUsed setEngine setFips sign subtle " +
		"timingSafeEqual verify webcrypto",
	"dgram":               "Socket createSocket",
	"diagnostics_channel": "Channel channel hasSubscribers subscribe tracingChannel unsubscribe",
	"dns": "Resolver getDefaultResultOrder getServers lookup lookupService promises resolve resolve4 " +
		"resolve6 resolveAny resolveCaa resolveCname resolveMx resolveNaptr resolveNs resolvePtr " +
		"resolveSoa resolveSrv resolveTxt reverse setDefaultResultOrder setServers",
	"dns/promises": "Resolver getDefaultResultOrder getServers lookup lookupService resolve resolve4 resolve6 " +
		"resolveAny resolveCaa resolveCname resolveMx resolveNaptr resolveNs resolvePtr resolveSoa " +
		"resolveSrv resolveTxt reverse setDefaultResultOrder setServers",
	"domain": "Domain active create createDomain",
	"fs": "Dir Dirent FileReadStream FileWriteStream ReadStream Stats WriteStream access accessSync " +
		"appendFile appendFileSync chmod chmodSync chown chownSync close closeSync constants " +
		"copyFile copyFileSync cp cpSync createReadStream createWriteStream exists existsSync " +
		"fchmod fchmodSync fchown fchownSync fdatasync fdatasyncSync fstat fstatSync fsync " +
		"fsyncSync ftruncate ftruncateSync futimes futimesSync glob globSync lchmod lchmodSync " +
		"lchown lchownSync link linkSync lstat lstatSync lutimes lutimesSync mkdir mkdirSync " +
		"mkdtemp mkdtempSync open openAsBlob openSync opendir opendirSync promises read readFile " +
		"readFileSync readSync readdir readdirSync readlink readlinkSync readv readvSync realpath " +
		"realpathSync rename renameSync rm rmSync rmdir rmdirSync stat statSync statfs statfsSync " +
		"symlink symlinkSync truncate truncateSync unlink unlinkSync unwatchFile utimes utimesSync " +
		"watch watchFile write writeFile writeFileSync writeSync writev writevSync",
	"fs/promises": "FileHandle access appendFile chmod chown constants copyFile cp glob lchmod lchown link " +
		"lstat lutimes mkdir mkdtemp open opendir readFile readdir readlink realpath rename rm " +
		"rmdir stat statfs symlink truncate unlink utimes watch writeFile",
	"http": "Agent ClientRequest CloseEvent IncomingMessage METHODS MessageEvent OutgoingMessage " +
		"STATUS_CODES Server ServerResponse WebSocket createServer get globalAgent request " +
		"setMaxIdleHTTPParsers validateHeaderName validateHeaderValue",
	"http2": "Http2ServerRequest Http2ServerResponse connect constants createSecureServer createServer " +
		"getDefaultSettings getPackedSettings getUnpackedSettings performServerHandshake",
	"https":              "Agent Server createServer get globalAgent request",
	"inspector":          "Network Session close console open url waitForDebugger",
	"inspector/promises": "Network Session close console open url waitForDebugger",
	"module": "Module SourceMap builtinModules constants createRequire enableCompileCache findPackageJSON " +
		"findSourceMap flushCompileCache getCompileCacheDir getSourceMapsSupport globalPaths " +
		"isBuiltin register registerHooks runMain setSourceMapsSupport stripTypeScriptTypes " +
		"syncBuiltinESMExports wrap",
	"net": "BlockList Server Socket SocketAddress Stream connect createConnection createServer " +
		"getDefaultAutoSelectFamily getDefaultAutoSelectFamilyAttemptTimeout isIP isIPv4 isIPv6 " +
		"setDefaultAutoSelectFamily setDefaultAutoSelectFamilyAttemptTimeout",
	"os": "arch availableParallelism constants cpus endianness freemem getPriority homedir hostname " +
		"loadavg machine networkInterfaces platform release setPriority tmpdir totalmem type uptime " +
		"userInfo version",
	"path/win32": "basename dirname extname format isAbsolute join matchesGlob normalize parse posix relative " +
		"resolve toNamespacedPath win32",
	"perf_hooks": "Performance PerformanceEntry PerformanceMark PerformanceMeasure PerformanceObserver " +
		"PerformanceObserverEntryList PerformanceResourceTiming constants createHistogram " +
		"eventLoopUtilization monitorEventLoopDelay performance timerify",
	"process": "abort allowedNodeEnvironmentFlags argv assert availableMemory binding channel chdir config " +
		"constrainedMemory cpuUsage cwd dlopen domain emitWarning execArgv execve exit features " +
		"finalization getActiveResourcesInfo getBuiltinModule getSourceMapsSupport getegid geteuid " +
		"getgid getgroups getuid hasUncaughtExceptionCaptureCallback hrtime initgroups kill " +
		"loadEnvFile memoryUsage moduleLoadList nextTick openStdin permission reallyExit ref " +
		"release report resourceUsage send setSourceMapsEnabled setUncaughtExceptionCaptureCallback " +
		"setegid seteuid setgid setgroups setuid stderr stdout threadCpuUsage umask unref uptime " +
		"versions",
	"punycode": "decode encode toASCII toUnicode ucs2",
	"readline": "Interface clearLine clearScreenDown createInterface cursorTo emitKeypressEvents moveCursor " +
		"promises",
	"readline/promises": "Interface Readline createInterface",
	"repl":              "REPLServer Recoverable builtinModules start writer",
	"sqlite":            "DatabaseSync StatementSync backup constants",
	"stream": "Duplex PassThrough Readable Stream Transform Writable addAbortSignal compose destroy " +
		"duplexPair finished getDefaultHighWaterMark isDestroyed isDisturbed isErrored isReadable " +
		"isWritable pipeline promises setDefaultHighWaterMark",
	"stream/consumers": "arrayBuffer blob buffer json text",
	"test":             "MockFunctionContext MockTracker mock",
	"timers": "active clearImmediate clearInterval clearTimeout enroll promises setImmediate setInterval " +
		"setTimeout unenroll",
	"timers/promises": "scheduler setImmediate setInterval setTimeout",
	"tls": "SecureContext Server TLSSocket checkServerIdentity connect convertALPNProtocols " +
		"createSecureContext createSecurePair createServer getCiphers rootCertificates",
	"trace_events": "createTracing getEnabledCategories",
	"tty":          "ReadStream WriteStream isatty",
	"url": "URL URLSearchParams Url domainToASCII domainToUnicode fileURLToPath format parse " +
		"pathToFileURL resolve resolveObject toPathIfFileURL urlToHttpOptions",
	"util": "MIMEParams MIMEType TextDecoder TextEncoder aborted callbackify debug debuglog deprecate " +
		"format formatWithOptions getCallSite getCallSites getSystemErrorMap getSystemErrorMessage " +
		"getSystemErrorName inherits inspect isArray isBoolean isBuffer isDate isDeepStrictEqual " +
		"isError isFunction isNull isNullOrUndefined isNumber isObject isPrimitive isRegExp " +
		"isString isSymbol isUndefined log parseArgs parseEnv promisify stripVTControlCharacters " +
		"styleText toUSVString transferableAbortController transferableAbortSignal types",
	"util/types": "isAnyArrayBuffer isArgumentsObject isArrayBuffer isArrayBufferView isAsyncFunction " +
		"isBigInt64Array isBigIntObject isBigUint64Array isBooleanObject isBoxedPrimitive " +
		"isCryptoKey isDataView isDate isExternal isFloat16Array isFloat32Array isFloat64Array " +
		"isGeneratorFunction isGeneratorObject isInt16Array isInt32Array isInt8Array isKeyObject " +
		"isMap isMapIterator isModuleNamespaceObject isNativeError isNumberObject isPromise isProxy " +
		"isRegExp isSet isSetIterator isSharedArrayBuffer isStringObject isSymbolObject " +
		"isTypedArray isUint16Array isUint32Array isUint8Array isUint8ClampedArray isWeakMap " +
		"isWeakSet",
	"v8": "DefaultDeserializer DefaultSerializer Deserializer GCProfiler Serializer " +
		"cachedDataVersionTag deserialize getCppHeapStatistics getHeapCodeStatistics " +
		"getHeapSnapshot getHeapSpaceStatistics getHeapStatistics isStringOneByteRepresentation " +
		"promiseHooks queryObjects serialize setFlagsFromString setHeapSnapshotNearHeapLimit " +
		"startupSnapshot stopCoverage takeCoverage writeHeapSnapshot",
	"vm": "Script compileFunction constants createContext createScript isContext measureMemory " +
		"runInContext runInNewContext runInThisContext",
	"wasi": "WASI",
	"worker_threads": "BroadcastChannel MessageChannel MessagePort Worker getEnvironmentData " +
		"isMarkedAsUntransferable markAsUncloneable markAsUntransferable moveMessagePortToContext " +
		"parentPort postMessageToThread receiveMessageOnPort resourceLimits setEnvironmentData " +
		"workerData",
	"zlib": "BrotliCompress BrotliDecompress Deflate DeflateRaw Gunzip Gzip Inflate InflateRaw Unzip " +
		"ZstdCompress ZstdDecompress brotliCompress brotliCompressSync brotliDecompress " +
		"brotliDecompressSync codes constants crc32 createBrotliCompress createBrotliDecompress " +
		"createDeflate createDeflateRaw createGunzip createGzip createInflate createInflateRaw " +
		"createUnzip createZstdCompress createZstdDecompress deflate deflateRaw deflateRawSync " +
		"deflateSync gunzip gunzipSync gzip gzipSync inflate inflateRaw inflateRawSync inflateSync " +
		"unzip unzipSync zstdCompress zstdCompressSync zstdDecompress zstdDecompressSync",
}
