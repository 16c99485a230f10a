// Plots as SVG, for docs/performance.md: bars side by side, and lines over a logarithmic axis.
const [width, height, left, bottom, top] = [720, 300, 60, 40, 40];
const colours = ['#4269d0', '#efb118', '#ff725c', '#6cc5b0', '#a463f2'];
const [innerWidth, innerHeight] = [width - left - 20, height - bottom - top];

const text = (x, y, content, more = '') => `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" ${more}>${content}</text>`;
const short = (value) => (value >= 100 ? value.toFixed(0) : value >= 1 ? value.toFixed(1) : value.toPrecision(2));

function frame(title, names, most, inside) {
  const grid = [0, 0.25, 0.5, 0.75, 1].map((share) => {
    const y = top + innerHeight * (1 - share);
    return `<line x1="${left}" x2="${width - 20}" y1="${y}" y2="${y}" stroke="#ddd"/>${text(left - 6, y + 4, short(most * share), 'text-anchor="end"')}`;
  });
  const legend = names.map((name, i) => `<rect x="${left + i * 150}" y="26" width="10" height="10" fill="${colours[i]}"/>${text(left + 15 + i * 150, 35, name)}`);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">`,
    `<rect width="${width}" height="${height}" fill="white"/>`, text(left, 16, title, 'font-weight="bold"'),
    ...legend, ...grid, ...inside, '</svg>', '',
  ].join('\n');
}

/** `rows`: [label, [value per name]]. */
export function bars(title, names, rows) {
  const most = Math.max(...rows.flatMap(([, values]) => values)) * 1.05;
  const group = innerWidth / rows.length;
  const bar = (group * 0.8) / names.length;
  return frame(title, names, most, rows.flatMap(([label, values], i) => [
    ...values.map((value, j) => {
      const [x, tall] = [left + group * (i + 0.1) + bar * j, (innerHeight * value) / most];
      return `<rect x="${x.toFixed(1)}" y="${(top + innerHeight - tall).toFixed(1)}" width="${(bar * 0.95).toFixed(1)}" height="${tall.toFixed(1)}" fill="${colours[j]}"/>` +
        text(x + bar / 2, top + innerHeight - tall - 3, short(value), 'text-anchor="middle" font-size="10"');
    }),
    text(left + group * (i + 0.5), height - bottom + 18, label, 'text-anchor="middle"'),
  ]));
}

/** `rows`: [x, [value per name]], x rising. */
export function lines(title, names, rows, unit) {
  const most = Math.max(...rows.flatMap(([, values]) => values)) * 1.05;
  const [first, last] = [rows[0][0], rows.at(-1)[0]].map(Math.log2);
  const x = (value) => left + (innerWidth * (Math.log2(value) - first)) / (last - first || 1);
  const y = (value) => top + innerHeight * (1 - value / most);
  return frame(title, names, most, [
    ...names.map((_, j) => `<polyline fill="none" stroke="${colours[j]}" stroke-width="2" points="${rows.map(([at, values]) => `${x(at).toFixed(1)},${y(values[j]).toFixed(1)}`).join(' ')}"/>`),
    ...rows.map(([at]) => text(x(at), height - bottom + 18, `${at} ${unit}`, 'text-anchor="middle"')),
  ]);
}
