package understand_test

import (
	"strings"
	"testing"
	"time"

	"burrow/internal/understand"

	"github.com/stretchr/testify/require"
)

// On 18 March 2026, a Wednesday.
func TestFactsOfOtherLanguages(t *testing.T) {
	now := time.Date(2026, 3, 18, 12, 0, 0, 0, time.UTC)
	for question, want := range map[string]string{
		"La ditta ha versato i 1.200,50 € entro il 15/02/2024?":        "1200.50 EUR, 2024-02-15",
		"Quanto costa dal 7 maggio 2024 o a ottobre?":                  "2024-05-07, 2026-10-01/2026-10-31",
		"La settimana scorsa abbiamo speso 2 milioni di euro":          "2026-03-09/2026-03-15, 2000000 EUR",
		"Tre giorni fa costava 3 miliardi di dollari":                  "2026-03-15, 3000000000 USD",
		"Pago 300 euro tra due settimane":                              "300 EUR, 2026-04-01",
		"Was war vor drei Tagen und am 31. März 2024?":                 "2026-03-15, 2024-03-31",
		"Der Umsatz lag bei 3,5 Mio. € für nächste Woche":              "3500000 EUR, 2026-03-23/2026-03-29",
		"Das Budget sind 2,4 Milliarden Euro bis Freitag":              "2400000000 EUR, 2026-03-20",
		"Wie viel sind 12.000 Euro in zwei Wochen?":                    "12000 EUR, 2026-04-01",
		"On a vendu la maison 285 000 €, il faut payer le 8 juin":      "285000 EUR, 2026-06-08",
		"Le budget est de 1,8 M€ depuis la semaine dernière":           "1800000 EUR, 2026-03-09/2026-03-15",
		"Il y a trois jours, c'était 12 % de plus que le 1er mai 2024": "2026-03-15, 12 %, 2024-05-01",
		"Me han ofrecido 27.000 € desde el 1 de septiembre de 2025":    "27000 EUR, 2025-09-01",
		"Hace dos semanas costaba 4,2 millones de euros":               "2026-03-04, 4200000 EUR",
		"¿Abre el próximo lunes o la semana pasada?":                   "2026-03-23, 2026-03-09/2026-03-15",
		"Chi phí khoảng 1,5 triệu đồng ngày 3 tháng 5 năm 2024":        "1500000 VND, 2024-05-03",
		"Giá là 145 tỷ đồng, tuần trước và hôm qua":                    "145000000000 VND, 2026-03-09/2026-03-15, 2026-03-17",
		"Phòng 550.000đ có từ 3 ngày trước không":                      "550000 VND, 2026-03-15",
		"到2030年6月1号能存多少，每个月存三千五百元":                                     "2030-06-01, 3500 CNY",
		"上周花了1.2亿元，昨天花了一万八千元":                                          "2026-03-09/2026-03-15, 120000000 CNY, 2026-03-17, 18000 CNY",
		"预算是三千万元，工期十四个月，2024年3月15日开始":                                  "30000000 CNY, 14 mo, 2024-03-15",
	} {
		var got []string
		for _, f := range understand.Understand(nil, question, understand.Options{Now: now}).Facts {
			require.Equal(t, question[f.Start:f.End], f.Text)
			got = append(got, strings.TrimSpace(f.Value+" "+f.Unit))
		}
		require.Equal(t, want, strings.Join(got, ", "), question)
	}
}
