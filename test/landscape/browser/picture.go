// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package browser

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"maps"
	"os"
	"slices"

	"github.com/chromedp/chromedp"
)

// mostColours is the maximum number of colours in a picture with one byte per pixel.
const mostColours = 256

// Resize sets the size of the page in pixels.
func Resize(tab context.Context, width, height int64) error {
	if err := chromedp.Do(tab, chromedp.EmulateViewport(width, height)); err != nil {
		return fmt.Errorf("setting the size: %w", err)
	}
	return nil
}

// Picture writes a screenshot of the tab with the given size in pixels to a PNG file.
func Picture(tab context.Context, file string, width, height int64) error {
	if err := Resize(tab, width, height); err != nil {
		return err
	}
	taken, err := chromedp.Run(tab, chromedp.CaptureScreenshot())
	if err != nil {
		return fmt.Errorf("taking a picture: %w", err)
	}
	picture, err := png.Decode(bytes.NewReader(taken))
	if err != nil {
		return fmt.Errorf("decoding a picture: %w", err)
	}
	var encoded bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&encoded, withFewColours(picture)); err != nil {
		return fmt.Errorf("encoding a picture: %w", err)
	}
	return os.WriteFile(file, encoded.Bytes(), 0o644) //nolint:gosec // the documentation includes it
}

// withFewColours reduces the number of colours, which makes the file several times smaller. It replaces similar colours
// with the most frequent one of them, so that rare colours remain despite the many greys of antialiased text.
func withFewColours(picture image.Image) image.Image {
	type kind [3]uint32
	frequency, kinds := map[color.Color]int{}, map[kind]color.Color{}
	bounds := picture.Bounds()
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			frequency[picture.At(x, y)]++
		}
	}
	for c, times := range frequency {
		r, g, b, _ := c.RGBA()
		of := kind{r >> 12, g >> 12, b >> 12}
		if kinds[of] == nil || times > frequency[kinds[of]] {
			kinds[of] = c
		}
	}
	colours := slices.SortedFunc(maps.Values(kinds), func(a, b color.Color) int { return cmp.Compare(frequency[b], frequency[a]) })
	paletted := image.NewPaletted(bounds, colours[:min(len(colours), mostColours)])
	draw.Draw(paletted, bounds, picture, bounds.Min, draw.Src)
	return paletted
}
