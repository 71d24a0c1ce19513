// Takes this process for a version of Node that the tests have not run on: the server then works without its fast path.
Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '21.0.0' } });
