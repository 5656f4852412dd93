// The picture of the moods, drawn by uPlot; loaded when it is looked at.
import UPlot from "uplot";
import { standingAlone } from "./mood.ts";

export type MoodChart = { setData(rows: [number[], (number | null)[]]): void; close(): void };

type ChartOptions = {
  place: HTMLElement;
  rows: [number[], (number | null)[]];
  /** "11/29" of a moment, in the reader's zone. */
  dateLabel: (at: number) => string;
  /** The span under the pointer, by its index; null where there is none. */
  onPoint: (index: number | null) => void;
};

const height = 168;

/** A colour of the page as the theme has it now. */
function colour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** A day that several marks fall into is written under the first of them. */
function eachOnce(labels: readonly string[]): string[] {
  return labels.map((label, index) => (label === labels[index - 1] ? "" : label));
}

function draw({ place, rows, dateLabel, onPoint }: ChartOptions): UPlot {
  const ink = colour("--ink-3");
  const line = colour("--line");
  const leaf = colour("--leaf");
  const font = `12px ${getComputedStyle(place).fontFamily}`;
  return new UPlot(
    {
      width: Math.max(160, place.clientWidth),
      height,
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false }, points: { size: 8 } },
      scales: { x: { time: true }, y: { range: [-1.08, 1.08] } },
      axes: [
        {
          stroke: ink,
          font,
          size: 26,
          gap: 6,
          space: 76,
          grid: { show: false },
          ticks: { show: false },
          values: (_chart, moments) => eachOnce(moments.map(dateLabel)),
        },
        {
          show: false,
          grid: { show: true, stroke: line, width: 1 },
          splits: () => [-1, 0, 1],
        },
      ],
      series: [
        {},
        {
          stroke: leaf,
          width: 2,
          spanGaps: false,
          points: {
            show: rows[0].length <= 62,
            filter: (chart, _series, shown) => (shown ? null : standingAlone(chart.data[1] ?? [])),
            size: 5,
            fill: leaf,
            stroke: leaf,
          },
        },
      ],
      hooks: {
        setCursor: [(chart) => onPoint(chart.cursor.idx ?? null)],
        drawClear: [(chart) => drawMiddle(chart, line)],
      },
    },
    rows,
    place,
  );
}

/** The line between good and low. */
function drawMiddle(chart: UPlot, stroke: string): void {
  const { ctx, bbox } = chart;
  const y = Math.round(chart.valToPos(0, "y", true)) + 0.5;
  ctx.save();
  ctx.strokeStyle = stroke;
  ctx.lineWidth = 1;
  ctx.beginPath();
  ctx.moveTo(bbox.left, y);
  ctx.lineTo(bbox.left + bbox.width, y);
  ctx.stroke();
  ctx.restore();
}

/** Draws the picture into `place`; it follows the width of its place and the theme until it is closed. */
export function openMoodChart(options: ChartOptions): MoodChart {
  let { rows } = options;
  let chart = draw(options);
  const again = () => {
    chart.destroy();
    chart = draw({ ...options, rows });
  };
  const room = new ResizeObserver(() => {
    const width = Math.max(160, options.place.clientWidth);
    if (width !== chart.width) chart.setSize({ width, height });
  });
  room.observe(options.place);
  // Colours on a canvas do not follow the theme by themselves.
  const theme = new MutationObserver(again);
  theme.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  return {
    setData(next) {
      rows = next;
      again();
    },
    close() {
      room.disconnect();
      theme.disconnect();
      chart.destroy();
    },
  };
}
