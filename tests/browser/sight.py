"""What a person with ordinary eyes can read of a page."""

from playwright.sync_api import Page


def pale(page: Page) -> list[str]:
    """Every text whose contrast is below AA (WCAG 2.2, 1.4.3); of a gradient its first colour counts, the lightest."""
    found: list[str] = page.evaluate(_PALE)
    return found


_PALE = """() => {
  const parse = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const over = (top, under) => [0, 1, 2].map((n) => top[n] * (top[3] ?? 1) + under[n] * (1 - (top[3] ?? 1)));
  const light = (rgb) => {
    const [r, g, b] = rgb.map((c) => (c / 255 <= 0.03928 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (node) => {
    const layers = [];
    for (let one = node; one; one = one.parentElement) {
      const style = getComputedStyle(one);
      layers.push(parse(style.backgroundImage.match(/gradient.*?(rgba?\\([^)]*\\))/)?.[1] ?? style.backgroundColor));
    }
    return layers.reverse().reduce((under, top) => over(top, under), [11, 13, 16]);
  };
  const pale = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode.parentElement;
    const text = texts.currentNode.data.trim();
    if (!text || node.closest(":disabled, script, option, svg") || node.offsetParent === null) continue;
    const style = getComputedStyle(node);
    const [a, b] = [light(over(parse(style.color), ground(node))), light(ground(node))].sort((x, y) => y - x);
    const large = parseFloat(style.fontSize) >= 24;
    if ((a + 0.05) / (b + 0.05) < (large ? 3 : 4.5)) pale.push(`${node.className}: ${text}`);
  }
  return pale;
}"""
