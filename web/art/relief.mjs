// Relief and forests: rings that relief.py derived from pictures of the globe, projected for one part of a board.

/** Rings by layer, projected; none for a map without relief. */
export function reliefOf(relief, geography) {
  const { unit = 1, ...layers } = relief ?? {}
  const rings = (numbers) => {
    let [lon, lat] = [0, 0]
    const ring = []
    for (let n = 0; n < numbers.length; n += 2) {
      lon += numbers[n]
      lat += numbers[n + 1]
      ring.push(geography.projection([lon / unit, lat / unit]))
    }
    return ring
  }
  const layer = (name) => geography.rings((layers[name] ?? []).map(rings))
  return {
    hills: layer('hill'),
    mountains: layer('mountain'),
    shade: layer('shade'),
    light: layer('light'),
    forests: layer('forest'),
  }
}
