/** The dark modules of a QR code as one SVG path, a rectangle a run. */
export function qrPath(rows: readonly (readonly boolean[])[]): string {
  return rows.map(rowPath).join('');
}

function rowPath(row: readonly boolean[], y: number): string {
  let path = '';
  for (let x = 0; x < row.length; x++) {
    if (!row[x]) continue;
    const start = x;
    while (row[x + 1]) x++;
    path += `M${start} ${y}h${x + 1 - start}v1H${start}z`;
  }
  return path;
}
