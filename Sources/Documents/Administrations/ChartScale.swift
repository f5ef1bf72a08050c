/// The vertical axis of counts: from 0 to a round number with at most four steps.
struct ChartScale: Hashable, Sendable {
    let step: Int
    let top: Int

    init(most: Int) {
        var step = 1
        let factors = [2, 5, 10]
        var decade = 1
        var index = 0
        while (most + step - 1) / step > 4 {
            step = decade * factors[index]
            index += 1
            if index == factors.count { (index, decade) = (0, decade * 10) }
        }
        self.step = step
        top = max(step, (most + step - 1) / step * step)
    }

    /// Where lines are drawn and named.
    var ticks: [Int] { Array(stride(from: 0, through: top, by: step)) }
}
