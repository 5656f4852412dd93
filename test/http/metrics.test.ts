import { describe, expect, it } from "vitest";
import { createMetrics } from "../../src/http/metrics.ts";

describe("metrics", () => {
  it("are written as Prometheus text: sums, cumulative buckets, escaped labels", async () => {
    const metrics = createMetrics();
    metrics.count("hits_total", "Hits.", { path: 'a"b\\c\nd' });
    metrics.count("hits_total", "Hits.", { path: 'a"b\\c\nd' }, 2);
    metrics.observe("took_seconds", "Time.", { route: "/x" }, 0.01);
    metrics.observe("took_seconds", "Time.", { route: "/x" }, 100);
    const page = await metrics.render();
    expect(page).toContain('hits_total{path="a\\"b\\\\c\\nd"} 3\n');
    expect(page).toContain('took_seconds_bucket{route="/x",le="0.005"} 0\n');
    expect(page).toContain('took_seconds_bucket{route="/x",le="0.02"} 1\n');
    expect(page).toContain('took_seconds_bucket{route="/x",le="60"} 1\n');
    expect(page).toContain('took_seconds_bucket{route="/x",le="+Inf"} 2\n');
    expect(page).toContain('took_seconds_sum{route="/x"} 100.01\n');
    expect(page.match(/# TYPE hits_total counter/g)).toHaveLength(1);
  });

  it("leave out a gauge that fails, and keep the others", async () => {
    const metrics = createMetrics();
    metrics.gauge("good_a", "A.", () => 1);
    metrics.gauge("broken", "B.", async () => {
      throw new Error("disk gone");
    });
    metrics.gauge("good_b", "C.", async () => 2);
    const page = await metrics.render();
    expect(page).toContain("good_a 1\n");
    expect(page).toContain("good_b 2\n");
    expect(page).not.toContain("broken");
    expect(page).not.toContain("disk gone");
  });

  it("refuse one name for two kinds", () => {
    const metrics = createMetrics();
    metrics.count("x", "X.");
    expect(() => metrics.observe("x", "X.", {}, 1)).toThrow("x is no histogram");
  });
});
