interface Day {
  shop: string;
  /** Epoch ms. */
  openedAt: number;
}

/** For the demo only: its server writes the shop's name and opening time into the page. */
export function seededDay(): Day | undefined {
  const json = document.querySelector('#day')?.textContent;
  return json ? (JSON.parse(json) as Day) : undefined;
}

/** Replaces the simulated shop by a new one, without trouble. */
export function openShop(): void {
  const day = seededDay();
  if (!day || localStorage.getItem('day') === day.shop) return;
  localStorage.removeItem('trouble');
  localStorage.setItem('day', day.shop);
}
