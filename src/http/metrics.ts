// A small registry of counters, gauges and histograms, written as Prometheus text (GET /metrics).

type Labels = Record<string, string>;

export type Metrics = {
  /** Adds to a counter. */
  count(name: string, help: string, labels?: Labels, by?: number): void;
  /** Adds one observation (seconds) to a histogram. */
  observe(name: string, help: string, labels: Labels, seconds: number): void;
  /** A value that is read when the page is asked for. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void;
  /** The whole page. A gauge that fails is left out. */
  render(): Promise<string>;
};

/** Upper bounds in seconds. */
const buckets = [0.005, 0.02, 0.1, 0.5, 2, 10, 60];

type Histogram = { counts: number[]; sum: number; total: number };
type Family =
  | { type: "counter"; help: string; rows: Map<string, number> }
  | { type: "histogram"; help: string; rows: Map<string, Histogram> };

function escaped(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}

function labelText(labels: Labels): string {
  return Object.entries(labels)
    .map(([key, value]) => `${key}="${escaped(value)}"`)
    .join(",");
}

const braces = (text: string) => (text === "" ? "" : `{${text}}`);

function histogramRows(name: string, labels: string, histogram: Histogram): string[] {
  const prefix = labels === "" ? "" : `${labels},`;
  let running = 0;
  const rows = buckets.map((bound, index) => {
    running += histogram.counts[index] ?? 0;
    return `${name}_bucket{${prefix}le="${bound}"} ${running}`;
  });
  return [
    ...rows,
    `${name}_bucket{${prefix}le="+Inf"} ${histogram.total}`,
    `${name}_sum${braces(labels)} ${histogram.sum}`,
    `${name}_count${braces(labels)} ${histogram.total}`,
  ];
}

function familyRows(name: string, family: Family): string[] {
  const rows =
    family.type === "counter"
      ? [...family.rows].map(([labels, value]) => `${name}${braces(labels)} ${value}`)
      : [...family.rows].flatMap(([labels, histogram]) => histogramRows(name, labels, histogram));
  return [`# HELP ${name} ${escaped(family.help)}`, `# TYPE ${name} ${family.type}`, ...rows];
}

/** An empty registry. Names and label values must come from closed sets, else the page grows without bound. */
export function createMetrics(): Metrics {
  const families = new Map<string, Family>();
  const gauges = new Map<string, { help: string; read: () => number | Promise<number> }>();

  async function gaugeRows(): Promise<string[]> {
    const rows: string[] = [];
    for (const [name, { help, read }] of gauges) {
      try {
        rows.push(`# HELP ${name} ${escaped(help)}`, `# TYPE ${name} gauge`, `${name} ${await read()}`);
      } catch {
        rows.splice(rows.length - (rows.length % 3));
      }
    }
    return rows;
  }

  return {
    count(name, help, labels = {}, by = 1) {
      const family = families.get(name) ?? { type: "counter", help, rows: new Map() };
      families.set(name, family);
      if (family.type !== "counter") throw new Error(`${name} is no counter`);
      const key = labelText(labels);
      family.rows.set(key, (family.rows.get(key) ?? 0) + by);
    },
    observe(name, help, labels, seconds) {
      const family = families.get(name) ?? { type: "histogram", help, rows: new Map() };
      families.set(name, family);
      if (family.type !== "histogram") throw new Error(`${name} is no histogram`);
      const key = labelText(labels);
      const row = family.rows.get(key) ?? { counts: buckets.map(() => 0), sum: 0, total: 0 };
      family.rows.set(key, row);
      const index = buckets.findIndex((bound) => seconds <= bound);
      if (index >= 0) row.counts[index] = (row.counts[index] ?? 0) + 1;
      row.sum += seconds;
      row.total += 1;
    },
    gauge(name, help, read) {
      gauges.set(name, { help, read });
    },
    async render() {
      const rows = [...families].flatMap(([name, family]) => familyRows(name, family));
      return `${[...rows, ...(await gaugeRows())].join("\n")}\n`;
    },
  };
}
