// What the extension costs the extension host. Reported for the README; a busy machine is no failure.
export async function figures(bench, report) {
  const { activationMs, activationCpuMs, heapBytes } = await bench.drive('figures');
  report.say(`activation ${activationMs.toFixed(1)} ms (${activationCpuMs.toFixed(1)} ms of CPU), ${(heapBytes / 1024 / 1024).toFixed(1)} MB of heap`);
}
