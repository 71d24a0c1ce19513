/** Preloaded into every server process: tells its own CPU time and memory when asked. Keeps nothing alive. */
process.on('message', (question) => {
  if (question === 'usage') {
    const { user, system } = process.cpuUsage();
    const { rss, heapUsed } = process.memoryUsage();
    process.send?.({ cpu: user + system, rss, heapUsed, maxRss: process.resourceUsage().maxRSS * 1024 });
  }
});
process.channel?.unref();
