const sliceBytes = 65_536;

/** Whether two files hold the same bytes. They are compared in slices, so that neither is ever in memory as a whole. */
export async function sameContent(one: Blob, other: Blob): Promise<boolean> {
  if (one.size !== other.size) return false;
  for (let start = 0; start < one.size; start += sliceBytes) {
    const [left, right] = await Promise.all(
      [one, other].map(
        async (file) => new Uint8Array(await file.slice(start, start + sliceBytes).arrayBuffer()),
      ),
    );
    if (!left?.every((byte, index) => byte === right?.[index])) return false;
  }
  return true;
}
